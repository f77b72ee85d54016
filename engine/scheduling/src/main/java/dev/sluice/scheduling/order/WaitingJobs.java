package dev.sluice.scheduling.order;

import dev.sluice.scheduling.machine.RequestShape;
import java.util.Arrays;

/// The eligible jobs: all of them in queue order, and those of each shape in scan order.
public final class WaitingJobs {
    private final ScanOrder scanOrder;
    private final boolean isRecycled;
    private final OrderedJobs inLine = new OrderedJobs();
    private final OrderedJobs ofShape = new OrderedJobs();
    private int lineRoot = OrderedJobs.NONE;
    private int[] shapeRoots = new int[0];
    private int size;

    /// The latest arrival, not yet inserted: most jobs that fit leave again before the queue is read.
    private int latest = OrderedJobs.NONE;

    private int latestShape;
    private long latestCores;

    /// The shapes of the waiting jobs, smallest first.
    private int[] shapes = new int[16];

    private long[] coresOf = new long[16];
    private int shapeCount;

    /// @param isRecycled whether indices are given to later jobs, so that they are not in submission order
    public WaitingJobs(ScanOrder scanOrder, boolean isRecycled) {
        this.isRecycled = isRecycled;
        this.scanOrder = scanOrder;
    }

    /// Reserves memory for this many jobs in advance.
    public void expect(int jobs) {
        inLine.expect(jobs);
        ofShape.expect(jobs);
    }

    public int size() {
        return size;
    }

    /// Adds a job.
    ///
    /// @param sequence orders jobs with equal keys
    public void add(int job, long key, long sequence, long length, int shapeNumber, RequestShape shape) {
        insertLatest();
        inLine.describe(job, key, length);
        ofShape.describe(job, scanOrder == ScanOrder.SHORTEST_FIRST ? length : key, length);
        if (isRecycled) {
            inLine.setSequence(job, sequence);
            ofShape.setSequence(job, sequence);
        }
        latest = job;
        latestShape = shapeNumber;
        latestCores = shape.cores();
        size++;
    }

    public void remove(int job, int shapeNumber) {
        size--;
        if (job == latest) {
            latest = OrderedJobs.NONE;
            return;
        }
        lineRoot = inLine.remove(lineRoot, job);
        shapeRoots[shapeNumber] = ofShape.remove(shapeRoots[shapeNumber], job);
        if (shapeRoots[shapeNumber] == OrderedJobs.NONE) {
            removeShape(shapeNumber);
        }
    }

    private void insertLatest() {
        if (latest == OrderedJobs.NONE) {
            return;
        }
        lineRoot = inLine.insert(lineRoot, latest);
        if (latestShape >= shapeRoots.length) {
            int old = shapeRoots.length;
            shapeRoots = Arrays.copyOf(shapeRoots, Math.max(latestShape + 1, 2 * old));
            Arrays.fill(shapeRoots, old, shapeRoots.length, OrderedJobs.NONE);
        }
        if (shapeRoots[latestShape] == OrderedJobs.NONE) {
            addShape(latestShape, latestCores);
        }
        shapeRoots[latestShape] = ofShape.insert(shapeRoots[latestShape], latest);
        latest = OrderedJobs.NONE;
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

    /// Returns the number of shapes among the waiting jobs.
    public int shapeCount() {
        insertLatest();
        return shapeCount;
    }

    /// Returns a shape of the waiting jobs; ordered by the cores needed.
    public int shape(int i) {
        return shapes[i];
    }

    public long cores(int i) {
        return coresOf[i];
    }

    public int firstOf(int shapeNumber) {
        insertLatest();
        return ofShape.first(shapeRoots[shapeNumber]);
    }

    /// Returns the next job to try of a shape that has failed for a duration.
    public int nextOf(int shapeNumber, int after, long shorterThan) {
        insertLatest();
        return ofShape.nextShorter(shapeRoots[shapeNumber], after, shorterThan);
    }

    /// Backfilling tries jobs by this key, then by submission.
    public long scanKey(int job) {
        return ofShape.key(job);
    }

    private void addShape(int shapeNumber, long cores) {
        if (shapeCount == shapes.length) {
            shapes = Arrays.copyOf(shapes, 2 * shapeCount);
            coresOf = Arrays.copyOf(coresOf, 2 * shapeCount);
        }
        int at = shapeCount;
        while (at > 0 && coresOf[at - 1] > cores) {
            shapes[at] = shapes[at - 1];
            coresOf[at] = coresOf[at - 1];
            at--;
        }
        shapes[at] = shapeNumber;
        coresOf[at] = cores;
        shapeCount++;
    }

    private void removeShape(int shapeNumber) {
        int at = 0;
        while (shapes[at] != shapeNumber) {
            at++;
        }
        shapeCount--;
        System.arraycopy(shapes, at + 1, shapes, at, shapeCount - at);
        System.arraycopy(coresOf, at + 1, coresOf, at, shapeCount - at);
    }
}
