package dev.sluice.scheduling.order;

import dev.sluice.scheduling.machine.RequestShape;
import java.util.Arrays;
import java.util.function.IntPredicate;

/// The eligible jobs: all of them in queue order, and those of each group in scan order.
///
/// A group has one shape. If there are limits, it also has one queue, user and account, so that a limit allows or
/// stops all its jobs together; then those of each group are also kept in queue order, and a walk along the queue
/// passes over stopped groups in one step.
public final class WaitingJobs {
    private final ScanOrder scanOrder;
    private final boolean isRecycled;
    private final OrderedJobs inLine = new OrderedJobs();
    private final OrderedJobs ofGroup = new OrderedJobs();
    private int lineRoot = OrderedJobs.NONE;
    private int[] groupRoots = new int[0];
    private int size;

    /// Only with limits: the jobs of each limited group, and all others, in queue order.
    private final OrderedJobs lines = new OrderedJobs();

    private final boolean hasLimits;
    private int unlimitedRoot = OrderedJobs.NONE;
    private int[] limitedRoots = new int[0];
    private boolean[] isLimited = new boolean[0];

    /// The latest arrival, not yet inserted: most jobs that fit leave again before the queue is read.
    private int latest = OrderedJobs.NONE;

    private int latestGroup;
    private long latestCores;

    /// The groups of the waiting jobs, smallest first.
    private int[] groups = new int[16];

    private long[] coresOf = new long[16];
    private int groupCount;

    /// @param isRecycled whether indices are given to later jobs, so that they are not in submission order
    /// @param hasLimits whether any queue has limits
    public WaitingJobs(ScanOrder scanOrder, boolean isRecycled, boolean hasLimits) {
        this.hasLimits = hasLimits;
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
    /// @param isInLimits whether the limits of the group's queue apply
    public void add(int job, long key, long sequence, long length, int group, boolean isInLimits, RequestShape shape) {
        insertLatest();
        inLine.describe(job, key, length);
        ofGroup.describe(job, scanOrder == ScanOrder.SHORTEST_FIRST ? length : key, length);
        if (isRecycled) {
            inLine.setSequence(job, sequence);
            ofGroup.setSequence(job, sequence);
        }
        if (hasLimits) {
            lines.describe(job, key, length);
            if (isRecycled) {
                lines.setSequence(job, sequence);
            }
            makeRoom(group);
            isLimited[group] = isInLimits;
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
        if (hasLimits && isLimited[group]) {
            limitedRoots[group] = lines.remove(limitedRoots[group], job);
        } else if (hasLimits) {
            unlimitedRoot = lines.remove(unlimitedRoot, job);
        }
        groupRoots[group] = ofGroup.remove(groupRoots[group], job);
        if (groupRoots[group] == OrderedJobs.NONE) {
            removeGroup(group);
            return latest == OrderedJobs.NONE || latestGroup != group;
        }
        return false;
    }

    private void makeRoom(int group) {
        if (group >= limitedRoots.length) {
            int old = limitedRoots.length;
            limitedRoots = Arrays.copyOf(limitedRoots, Math.max(group + 1, 2 * old));
            isLimited = Arrays.copyOf(isLimited, limitedRoots.length);
            Arrays.fill(limitedRoots, old, limitedRoots.length, OrderedJobs.NONE);
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
        if (hasLimits && isLimited[latestGroup]) {
            limitedRoots[latestGroup] = lines.insert(limitedRoots[latestGroup], latest);
        } else if (hasLimits) {
            unlimitedRoot = lines.insert(unlimitedRoot, latest);
        }
        latest = OrderedJobs.NONE;
    }

    /// Returns the first job of a group that is not stopped by a limit.
    public int firstAllowed(IntPredicate isAllowed) {
        if (!hasLimits) {
            return first();
        }
        insertLatest();
        int best = lines.first(unlimitedRoot);
        for (int i = 0; i < groupCount; i++) {
            if (isLimited[groups[i]]) {
                int job = lines.first(limitedRoots[groups[i]]);
                best = isBetter(job, best) && isAllowed.test(job) ? job : best;
            }
        }
        return best;
    }

    /// Returns the next job in queue order of a group that is not stopped by a limit.
    public int nextAllowed(int after, IntPredicate isAllowed) {
        if (!hasLimits) {
            return next(after);
        }
        insertLatest();
        int best = lines.next(unlimitedRoot, after);
        for (int i = 0; i < groupCount; i++) {
            if (isLimited[groups[i]]) {
                int job = lines.next(limitedRoots[groups[i]], after);
                best = isBetter(job, best) && isAllowed.test(job) ? job : best;
            }
        }
        return best;
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
