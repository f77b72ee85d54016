package dev.sluice.scheduling.order;

import dev.sluice.scheduling.machine.RequestShape;
import java.util.Arrays;
import java.util.function.IntPredicate;

/// The eligible jobs: all of them in queue order, and those of each group in scan order.
///
/// A group has one shape. If there are limits, it also has one queue, user and account, so that a limit allows or
/// stops all its jobs together. Groups that may be stopped, by a limit or since no node has room for their shape, have
/// a line of their own, in queue order: a walk along the queue passes over all jobs of stopped groups in one step.
///
/// It is hard because a pass must not cost what waits. A user at a limit may have 90,000 jobs, and a trace
/// submits millions that start at once. So each job is in up to three ordered sets, and the latest arrival in
/// none until another one comes or a reader asks:
///
/// ```
///   inLine    a1 b1 a2 c1 b2 …    all, in queue order
///   ofGroup   a1 a2 … | b1 b2 … | c1 …    by group, in scan order
///   lines     a1 a2 … | b1 b2 …, and the jobs of all other groups in one: c1 …    in queue order
/// ```
///
/// | cost, n jobs, g groups | |
/// |---|---|
/// | add, remove, first, next | O(log n), and O(g) for a group's first or last job |
/// | the next job whose group is not stopped | O(g log n), however many jobs of stopped groups are ahead |
///
/// Invariants:
/// - A job's keys do not change while it is in a set; it is taken out before they change.
/// - A group is listed, by the cores that it needs, as long as one of its jobs is in a set.
/// - Whether a group has its own line does not change while jobs of it wait.
public final class WaitingJobs {
    private final ScanOrder scanOrder;
    private final boolean isRecycled;
    private final OrderedJobs inLine = new OrderedJobs();
    private final OrderedJobs ofGroup = new OrderedJobs();
    private int lineRoot = OrderedJobs.NONE;
    private int[] groupRoots = new int[0];
    private int size;

    /// Only if groups may be stopped: the lines of these groups, and the jobs of all others, in queue order.
    private final OrderedJobs lines = new OrderedJobs();

    private final boolean hasLines;
    private int othersRoot = OrderedJobs.NONE;
    private int[] lineRoots = new int[0];
    private boolean[] hasOwnLine = new boolean[0];

    /// The latest arrival, not yet inserted: most jobs that fit leave again before the queue is read.
    private int latest = OrderedJobs.NONE;

    private int latestGroup;
    private long latestCores;

    /// The groups of the waiting jobs, smallest first.
    private int[] groups = new int[16];

    private long[] coresOf = new long[16];
    private int groupCount;

    /// @param isRecycled whether indices are given to later jobs, so that they are not in submission order
    /// @param hasLines whether groups may be stopped
    public WaitingJobs(ScanOrder scanOrder, boolean isRecycled, boolean hasLines) {
        this.hasLines = hasLines;
        this.isRecycled = isRecycled;
        this.scanOrder = scanOrder;
    }

    /// Reserves memory for this many jobs in advance.
    public void expect(int jobs) {
        inLine.expect(jobs);
        ofGroup.expect(jobs);
    }

    public int size() {
        return size;
    }

    /// Adds a job.
    ///
    /// @param sequence orders jobs with equal keys
    /// @param mayBeStopped whether the group may be stopped
    public void add(
            int job, long key, long sequence, long length, int group, boolean mayBeStopped, RequestShape shape) {
        insertLatest();
        inLine.describe(job, key, length);
        ofGroup.describe(job, scanOrder == ScanOrder.SHORTEST_FIRST ? length : key, length);
        if (isRecycled) {
            inLine.setSequence(job, sequence);
            ofGroup.setSequence(job, sequence);
        }
        if (hasLines) {
            lines.describe(job, key, length);
            if (isRecycled) {
                lines.setSequence(job, sequence);
            }
            makeRoom(group);
            hasOwnLine[group] = mayBeStopped;
        }
        latest = job;
        latestGroup = group;
        latestCores = shape.cores();
        size++;
    }

    /// Removes a job.
    ///
    /// @return whether no job of its group waits any more
    public boolean remove(int job, int group) {
        size--;
        if (job == latest) {
            latest = OrderedJobs.NONE;
            return group >= groupRoots.length || groupRoots[group] == OrderedJobs.NONE;
        }
        lineRoot = inLine.remove(lineRoot, job);
        if (hasLines && hasOwnLine[group]) {
            lineRoots[group] = lines.remove(lineRoots[group], job);
        } else if (hasLines) {
            othersRoot = lines.remove(othersRoot, job);
        }
        groupRoots[group] = ofGroup.remove(groupRoots[group], job);
        if (groupRoots[group] == OrderedJobs.NONE) {
            removeGroup(group);
            return latest == OrderedJobs.NONE || latestGroup != group;
        }
        return false;
    }

    private void makeRoom(int group) {
        if (group >= lineRoots.length) {
            int old = lineRoots.length;
            lineRoots = Arrays.copyOf(lineRoots, Math.max(group + 1, 2 * old));
            hasOwnLine = Arrays.copyOf(hasOwnLine, lineRoots.length);
            Arrays.fill(lineRoots, old, lineRoots.length, OrderedJobs.NONE);
        }
    }

    private void insertLatest() {
        if (latest == OrderedJobs.NONE) {
            return;
        }
        lineRoot = inLine.insert(lineRoot, latest);
        if (latestGroup >= groupRoots.length) {
            int old = groupRoots.length;
            groupRoots = Arrays.copyOf(groupRoots, Math.max(latestGroup + 1, 2 * old));
            Arrays.fill(groupRoots, old, groupRoots.length, OrderedJobs.NONE);
        }
        if (groupRoots[latestGroup] == OrderedJobs.NONE) {
            addGroup(latestGroup, latestCores);
        }
        groupRoots[latestGroup] = ofGroup.insert(groupRoots[latestGroup], latest);
        if (hasLines && hasOwnLine[latestGroup]) {
            lineRoots[latestGroup] = lines.insert(lineRoots[latestGroup], latest);
        } else if (hasLines) {
            othersRoot = lines.insert(othersRoot, latest);
        }
        latest = OrderedJobs.NONE;
    }

    /// Returns the first job of a group that is not stopped.
    ///
    /// @param isGoing whether the group of a job is not stopped; the same for all jobs of a group with its own line
    public int firstGoing(IntPredicate isGoing) {
        int first = first();
        return first == OrderedJobs.NONE || isGoing.test(first) ? first : nextGoing(first, isGoing);
    }

    /// Returns the next job in queue order of a group that is not stopped.
    public int nextGoing(int after, IntPredicate isGoing) {
        int next = next(after);
        if (next == OrderedJobs.NONE || isGoing.test(next)) {
            return next;
        }
        return hasLines ? nextOfLines(next, isGoing) : nextIn(inLine, lineRoot, next, isGoing);
    }

    /// Looks at the next job of each group.
    private int nextOfLines(int after, IntPredicate isGoing) {
        insertLatest();
        int best = nextIn(lines, othersRoot, after, isGoing);
        for (int i = 0; i < groupCount; i++) {
            if (hasOwnLine[groups[i]]) {
                int job = lines.next(lineRoots[groups[i]], after);
                best = isBetter(job, best) && isGoing.test(job) ? job : best;
            }
        }
        return best;
    }

    private static int nextIn(OrderedJobs jobs, int root, int after, IntPredicate isGoing) {
        int job = jobs.next(root, after);
        while (job != OrderedJobs.NONE && !isGoing.test(job)) {
            job = jobs.next(root, job);
        }
        return job;
    }

    private boolean isBetter(int job, int best) {
        return job != OrderedJobs.NONE && (best == OrderedJobs.NONE || isBefore(job, best));
    }

    public int first() {
        if (lineRoot == OrderedJobs.NONE) {
            return latest;
        }
        insertLatest();
        return inLine.first(lineRoot);
    }

    /// Returns the next job in queue order after one that is or was in the queue.
    public int next(int job) {
        if (lineRoot == OrderedJobs.NONE) {
            return latest != OrderedJobs.NONE && isBefore(job, latest) ? latest : OrderedJobs.NONE;
        }
        insertLatest();
        return inLine.next(lineRoot, job);
    }

    public boolean isBefore(int one, int other) {
        return inLine.isBefore(one, other);
    }

    /// Returns the number of groups of the waiting jobs.
    public int groupCount() {
        insertLatest();
        return groupCount;
    }

    /// Returns a group of the waiting jobs; ordered by the cores needed.
    public int group(int i) {
        return groups[i];
    }

    public long cores(int i) {
        return coresOf[i];
    }

    public int firstOf(int group) {
        insertLatest();
        return ofGroup.first(groupRoots[group]);
    }

    /// Returns the next job to try of a group whose shape has failed for a duration.
    public int nextOf(int group, int after, long shorterThan) {
        insertLatest();
        return ofGroup.nextShorter(groupRoots[group], after, shorterThan);
    }

    /// Backfilling tries jobs by this key, then by submission.
    public long scanKey(int job) {
        return ofGroup.key(job);
    }

    private void addGroup(int group, long cores) {
        if (groupCount == groups.length) {
            groups = Arrays.copyOf(groups, 2 * groupCount);
            coresOf = Arrays.copyOf(coresOf, 2 * groupCount);
        }
        int at = groupCount;
        while (at > 0 && coresOf[at - 1] > cores) {
            groups[at] = groups[at - 1];
            coresOf[at] = coresOf[at - 1];
            at--;
        }
        groups[at] = group;
        coresOf[at] = cores;
        groupCount++;
    }

    private void removeGroup(int group) {
        int at = 0;
        while (groups[at] != group) {
            at++;
        }
        groupCount--;
        System.arraycopy(groups, at + 1, groups, at, groupCount - at);
        System.arraycopy(coresOf, at + 1, coresOf, at, groupCount - at);
    }
}
