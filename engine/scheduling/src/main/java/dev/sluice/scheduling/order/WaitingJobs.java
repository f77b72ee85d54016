package dev.sluice.scheduling.order;

import dev.sluice.scheduling.machine.RequestShape;
import java.util.Arrays;

/// Who waits and is ready to go: all in the order of the queue, and those of each shape in the order of
/// backfilling.
public final class WaitingJobs {
    private final ScanOrder scanOrder;
    private final OrderedJobs inLine = new OrderedJobs();
    private final OrderedJobs ofShape = new OrderedJobs();
    private int lineRoot = OrderedJobs.NONE;
    private int[] shapeRoots = new int[0];
    private int size;

    /// Who came last and has no seat yet: most who find room leave again before anybody asks for the line.
    private int newcomer = OrderedJobs.NONE;

    private int newcomerShape;
    private long newcomerCores;

    /// The shapes that somebody waits with, smallest first.
    private int[] shapes = new int[16];

    private long[] coresOf = new long[16];
    private int shapeCount;

    public WaitingJobs(ScanOrder scanOrder) {
        this.scanOrder = scanOrder;
    }

    /// So many jobs will come: makes room for them at once.
    public void expect(int jobs) {
        inLine.expect(jobs);
        ofShape.expect(jobs);
    }

    public int size() {
        return size;
    }

    public void add(int job, long key, long length, int shapeNumber, RequestShape shape) {
        seatNewcomer();
        inLine.describe(job, key, length);
        ofShape.describe(job, scanOrder == ScanOrder.SHORTEST_FIRST ? length : key, length);
        newcomer = job;
        newcomerShape = shapeNumber;
        newcomerCores = shape.cores();
        size++;
    }

    public void remove(int job, int shapeNumber) {
        size--;
        if (job == newcomer) {
            newcomer = OrderedJobs.NONE;
            return;
        }
        lineRoot = inLine.remove(lineRoot, job);
        shapeRoots[shapeNumber] = ofShape.remove(shapeRoots[shapeNumber], job);
        if (shapeRoots[shapeNumber] == OrderedJobs.NONE) {
            removeShape(shapeNumber);
        }
    }

    private void seatNewcomer() {
        if (newcomer == OrderedJobs.NONE) {
            return;
        }
        lineRoot = inLine.insert(lineRoot, newcomer);
        if (newcomerShape >= shapeRoots.length) {
            int old = shapeRoots.length;
            shapeRoots = Arrays.copyOf(shapeRoots, Math.max(newcomerShape + 1, 2 * old));
            Arrays.fill(shapeRoots, old, shapeRoots.length, OrderedJobs.NONE);
        }
        if (shapeRoots[newcomerShape] == OrderedJobs.NONE) {
            addShape(newcomerShape, newcomerCores);
        }
        shapeRoots[newcomerShape] = ofShape.insert(shapeRoots[newcomerShape], newcomer);
        newcomer = OrderedJobs.NONE;
    }

    public int first() {
        if (lineRoot == OrderedJobs.NONE) {
            return newcomer;
        }
        seatNewcomer();
        return inLine.first(lineRoot);
    }

    /// The next one in line, after one who is in it or was.
    public int next(int job) {
        if (lineRoot == OrderedJobs.NONE) {
            return newcomer != OrderedJobs.NONE && isBefore(job, newcomer) ? newcomer : OrderedJobs.NONE;
        }
        seatNewcomer();
        return inLine.next(lineRoot, job);
    }

    public boolean isBefore(int one, int other) {
        return inLine.isBefore(one, other);
    }

    /// How many shapes are waited with.
    public int shapeCount() {
        seatNewcomer();
        return shapeCount;
    }

    /// The shapes that are waited with, by the cores they need.
    public int shape(int i) {
        return shapes[i];
    }

    public long cores(int i) {
        return coresOf[i];
    }

    public int firstOf(int shapeNumber) {
        seatNewcomer();
        return ofShape.first(shapeRoots[shapeNumber]);
    }

    /// The next job to be tried of a shape that has failed for a length of time.
    public int nextOf(int shapeNumber, int after, long shorterThan) {
        seatNewcomer();
        return ofShape.nextShorter(shapeRoots[shapeNumber], after, shorterThan);
    }

    /// Backfilling tries jobs by this key, then by index.
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
