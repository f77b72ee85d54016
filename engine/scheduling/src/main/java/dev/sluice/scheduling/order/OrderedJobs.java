package dev.sluice.scheduling.order;

import java.util.Arrays;

/// Ordered sets of jobs: treaps in arrays, in which a job's index is its node.
///
/// A job is in at most one set. The order is by key, then by submission. Each subtree knows its shortest job, so
/// the search for the next short enough job skips longer ones. All operations take O(log n) expected time and
/// allocate nothing. Treap priorities are hashes of the indices, so equal histories give equal trees.
///
/// It is hard because backfilling asks for the *next job shorter than d* again and again: a shape that failed
/// for an hour fails for all longer jobs. A heap cannot tell, and a walk meets them all. With the shortest
/// length of each subtree the search leaves out subtrees without a short one:
///
/// ```
///   key, length (shortest below)       next after 1 that is shorter than 5:
///            3, 9 (2)                  3 is too long, and right of it 2 < 5, so there is one
///           /        \
///       1, 8 (8)    5, 7 (2)           5 is too long, and 6 is the one
///                        \
///                       6, 2 (2)
/// ```
///
/// Invariants:
/// - A job's key, length and sequence do not change while it is in a set.
/// - A parent's priority is not lower than those of its children, and its shortest length is that of its subtree.
/// - The tree follows from the jobs in it, not from the order in which they came.
public final class OrderedJobs {
    public static final int NONE = -1;

    private static final long NO_LENGTH = Long.MAX_VALUE;

    // Four longs side by side, so that looking at a job costs one cache line.
    private static final int STRIDE = 4;
    private static final int KEY = 0;
    private static final int LENGTH = 1;
    private static final int SHORTEST = 2;
    private static final int CHILDREN = 3; // left in the upper half, right in the lower
    private static final long RIGHT_MASK = 0xFFFF_FFFFL;
    private static final long NO_CHILDREN = -1;

    private long[] nodes = new long[64 * STRIDE];

    /// Empty if indices are in submission order.
    private long[] sequences = {};

    /// The path from the root to the parent of a job that is being removed.
    private int[] path = new int[64];

    // The second result of a split.
    private int splitLeft;
    private int splitRight;

    /// Reserves memory for this many jobs in advance.
    void expect(int jobs) {
        nodes = Arrays.copyOf(nodes, Math.max(jobs * STRIDE, nodes.length));
    }

    /// Sets a job's position in the order without adding it to a set.
    public void describe(int job, long key, long length) {
        int at = job * STRIDE;
        if (at >= nodes.length) {
            expect(Math.max(job + 1, 2 * (nodes.length / STRIDE)));
        }
        nodes[at + KEY] = key;
        nodes[at + LENGTH] = length;
        nodes[at + SHORTEST] = length;
        nodes[at + CHILDREN] = NO_CHILDREN;
    }

    /// Sets when a job was submitted, relative to others. Without any sequence, indices are in submission order.
    void setSequence(int job, long sequence) {
        if (sequences.length * STRIDE < nodes.length) {
            sequences = Arrays.copyOf(sequences, nodes.length / STRIDE);
        }
        sequences[job] = sequence;
    }

    /// Removes a job from the set with this root.
    ///
    /// @return the set's new root
    public int remove(int root, int job) {
        int depth = 0;
        for (int at = root; at != job; at = isBefore(job, at) ? left(at) : right(at)) {
            push(depth++, at);
        }
        int rest = merge(left(job), right(job));
        if (depth == 0) {
            return rest;
        }
        int parent = path[depth - 1];
        if (left(parent) == job) {
            setLeft(parent, rest);
        } else {
            setRight(parent, rest);
        }
        while (--depth >= 0) {
            update(path[depth]);
        }
        return root;
    }

    public int first(int root) {
        int job = root;
        while (job != NONE && left(job) != NONE) {
            job = left(job);
        }
        return job;
    }

    public long key(int job) {
        return nodes[job * STRIDE + KEY];
    }

    public long length(int job) {
        return nodes[job * STRIDE + LENGTH];
    }

    /// Returns the first job after another one, which is or was in the set.
    public int next(int root, int after) {
        int found = NONE;
        int job = root;
        while (job != NONE) {
            if (isBefore(after, job)) {
                found = job;
                job = left(job);
            } else {
                job = right(job);
            }
        }
        return found;
    }

    /// Returns the first job of the set that is shorter than `length`.
    public int firstShorter(int root, long length) {
        int job = root;
        while (job != NONE && nodes[job * STRIDE + SHORTEST] < length) {
            if (shortest(left(job)) < length) {
                job = left(job);
            } else if (length(job) < length) {
                return job;
            } else {
                job = right(job);
            }
        }
        return NONE;
    }

    /// Returns the first job after another one that is shorter than `length`.
    public int nextShorter(int root, int after, long length) {
        if (root == NONE || nodes[root * STRIDE + SHORTEST] >= length) {
            return NONE;
        }
        if (!isBefore(after, root)) {
            return nextShorter(right(root), after, length);
        }
        int found = nextShorter(left(root), after, length);
        if (found != NONE) {
            return found;
        }
        return length(root) < length ? root : firstShorter(right(root), length);
    }

    /// Returns whether one job comes before another. Both are or were in sets with the same keys.
    public boolean isBefore(int one, int other) {
        return key(one) < key(other) || (key(one) == key(other) && isSubmittedBefore(one, other));
    }

    private boolean isSubmittedBefore(int one, int other) {
        return sequences.length == 0 ? one < other : sequences[one] < sequences[other];
    }

    /// Adds a described job to the set with this root, or [#NONE] for the empty set. Descends to the level of the
    /// job's treap priority and updates the subtrees that it passes.
    ///
    /// @return the set's new root
    public int insert(int root, int job) {
        int chance = chance(job);
        int parent = NONE;
        boolean isLeft = false;
        int at = root;
        while (at != NONE && chance(at) >= chance) {
            nodes[at * STRIDE + SHORTEST] = Math.min(nodes[at * STRIDE + SHORTEST], length(job));
            parent = at;
            isLeft = isBefore(job, at);
            at = isLeft ? left(at) : right(at);
        }
        if (at != NONE) {
            split(at, job);
            setLeft(job, splitLeft);
            setRight(job, splitRight);
            update(job);
        }
        if (parent == NONE) {
            return job;
        }
        if (isLeft) {
            setLeft(parent, job);
        } else {
            setRight(parent, job);
        }
        return root;
    }

    private void split(int root, int at) {
        if (root == NONE) {
            splitLeft = NONE;
            splitRight = NONE;
        } else if (isBefore(root, at)) {
            split(right(root), at);
            setRight(root, splitLeft);
            update(root);
            splitLeft = root;
        } else {
            split(left(root), at);
            setLeft(root, splitRight);
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
            setRight(lower, merge(right(lower), upper));
            update(lower);
            return lower;
        }
        setLeft(upper, merge(lower, left(upper)));
        update(upper);
        return upper;
    }

    private int left(int job) {
        return (int) (nodes[job * STRIDE + CHILDREN] >>> Integer.SIZE);
    }

    private int right(int job) {
        return (int) nodes[job * STRIDE + CHILDREN];
    }

    private void setLeft(int job, int child) {
        int at = job * STRIDE + CHILDREN;
        nodes[at] = ((long) child << Integer.SIZE) | (nodes[at] & RIGHT_MASK);
    }

    private void setRight(int job, int child) {
        int at = job * STRIDE + CHILDREN;
        nodes[at] = (nodes[at] & ~RIGHT_MASK) | (child & RIGHT_MASK);
    }

    private void push(int depth, int job) {
        if (depth == path.length) {
            path = Arrays.copyOf(path, 2 * depth);
        }
        path[depth] = job;
    }

    private void update(int job) {
        nodes[job * STRIDE + SHORTEST] = Math.min(length(job), Math.min(shortest(left(job)), shortest(right(job))));
    }

    private long shortest(int job) {
        return job == NONE ? NO_LENGTH : nodes[job * STRIDE + SHORTEST];
    }

    private static int chance(int job) {
        int mixed = job * 0x9E37_79B1;
        mixed ^= mixed >>> 15;
        mixed *= 0x85EB_CA77;
        return mixed ^ (mixed >>> 13);
    }
}
