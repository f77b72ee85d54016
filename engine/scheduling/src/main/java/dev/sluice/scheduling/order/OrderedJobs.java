package dev.sluice.scheduling.order;

import java.util.Arrays;

/// Sets of jobs, each kept in order: treaps in arrays, in which a job's index is its node.
///
/// A job is in one set at most. The order is by key, then by index. Every subtree knows its shortest job, so
/// that the next one short enough is found without looking at those that are not. All operations take O(log n)
/// expected time and allocate nothing; chance comes from a mix of indices, so that equal histories make equal
/// trees.
public final class OrderedJobs {
    public static final int NONE = -1;

    private static final long NO_LENGTH = Long.MAX_VALUE;

    private int[] left = new int[64];
    private int[] right = new int[64];
    private long[] keys = new long[64];
    private long[] lengths = new long[64];
    private long[] shortest = new long[64];

    // What a split leaves behind, since a method returns one value only.
    private int splitLeft;
    private int splitRight;

    /// Adds a job to the set with this root, or [#NONE] for the empty set.
    ///
    /// @return the set's new root
    public int add(int root, int job, long key, long length) {
        if (job >= left.length) {
            grow(job);
        }
        left[job] = NONE;
        right[job] = NONE;
        keys[job] = key;
        lengths[job] = length;
        shortest[job] = length;
        return insert(root, job);
    }

    public int remove(int root, int job) {
        if (root == job) {
            return merge(left[job], right[job]);
        }
        if (isBefore(job, root)) {
            left[root] = remove(left[root], job);
        } else {
            right[root] = remove(right[root], job);
        }
        update(root);
        return root;
    }

    public int first(int root) {
        int job = root;
        while (job != NONE && left[job] != NONE) {
            job = left[job];
        }
        return job;
    }

    public long key(int job) {
        return keys[job];
    }

    public long length(int job) {
        return lengths[job];
    }

    /// The first job after another one, which need not be in the set any more but must have been.
    public int next(int root, int after) {
        int found = NONE;
        int job = root;
        while (job != NONE) {
            if (isBefore(after, job)) {
                found = job;
                job = left[job];
            } else {
                job = right[job];
            }
        }
        return found;
    }

    /// The first job of the set that is shorter than that.
    public int firstShorter(int root, long length) {
        int job = root;
        while (job != NONE && shortest[job] < length) {
            if (shortest(left[job]) < length) {
                job = left[job];
            } else if (lengths[job] < length) {
                return job;
            } else {
                job = right[job];
            }
        }
        return NONE;
    }

    /// The first job after another one that is shorter than that.
    public int nextShorter(int root, int after, long length) {
        if (root == NONE || shortest[root] >= length) {
            return NONE;
        }
        if (!isBefore(after, root)) {
            return nextShorter(right[root], after, length);
        }
        int found = nextShorter(left[root], after, length);
        if (found != NONE) {
            return found;
        }
        return lengths[root] < length ? root : firstShorter(right[root], length);
    }

    /// Whether one job comes before another, both of which are or were in sets of equal keys.
    public boolean isBefore(int one, int other) {
        return keys[one] < keys[other] || (keys[one] == keys[other] && one < other);
    }

    private int insert(int root, int job) {
        if (root == NONE) {
            return job;
        }
        if (chance(job) > chance(root)) {
            split(root, job);
            left[job] = splitLeft;
            right[job] = splitRight;
            update(job);
            return job;
        }
        if (isBefore(job, root)) {
            left[root] = insert(left[root], job);
        } else {
            right[root] = insert(right[root], job);
        }
        update(root);
        return root;
    }

    private void split(int root, int at) {
        if (root == NONE) {
            splitLeft = NONE;
            splitRight = NONE;
        } else if (isBefore(root, at)) {
            split(right[root], at);
            right[root] = splitLeft;
            update(root);
            splitLeft = root;
        } else {
            split(left[root], at);
            left[root] = splitRight;
            update(root);
            splitRight = root;
        }
    }

    private int merge(int lower, int upper) {
        if (lower == NONE) {
            return upper;
        }
        if (upper == NONE) {
            return lower;
        }
        if (chance(lower) > chance(upper)) {
            right[lower] = merge(right[lower], upper);
            update(lower);
            return lower;
        }
        left[upper] = merge(lower, left[upper]);
        update(upper);
        return upper;
    }

    private void update(int job) {
        shortest[job] = Math.min(lengths[job], Math.min(shortest(left[job]), shortest(right[job])));
    }

    private long shortest(int job) {
        return job == NONE ? NO_LENGTH : shortest[job];
    }

    private static int chance(int job) {
        int mixed = job * 0x9E37_79B1;
        mixed ^= mixed >>> 15;
        mixed *= 0x85EB_CA77;
        return mixed ^ (mixed >>> 13);
    }

    private void grow(int job) {
        int capacity = Math.max(job + 1, 2 * left.length);
        left = Arrays.copyOf(left, capacity);
        right = Arrays.copyOf(right, capacity);
        keys = Arrays.copyOf(keys, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
        shortest = Arrays.copyOf(shortest, capacity);
    }
}
