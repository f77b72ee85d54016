package dev.sluice.graph.match;

import java.util.Arrays;

/// The vertices that a match has found so far: nodes of trees, each with the list of the vertices chosen below it.
/// All arrays are reused by the next match.
final class CandidateTree {
    static final int NONE = -1;

    private int[] vertices = new int[256];
    private long[] amounts = new long[256];
    private byte[] flags = new byte[256];
    private int[] inside = new int[256];
    private int[] next = new int[256];
    private int count;

    private static final int EXCLUSIVE = 1;
    private static final int WHOLE = 2;

    void clear() {
        count = 0;
    }

    /// @param isExclusive whether the job gets exclusive use of the vertex
    /// @param isWhole whether the request itself is exclusive, so that the whole subtree is allocated
    /// @param chosen the first of the vertices chosen below it
    int add(int vertex, long amount, boolean isExclusive, boolean isWhole, int chosen) {
        if (count == vertices.length) {
            grow();
        }
        vertices[count] = vertex;
        amounts[count] = amount;
        flags[count] = (byte) ((isExclusive ? EXCLUSIVE : 0) | (isWhole ? WHOLE : 0));
        inside[count] = chosen;
        next[count] = NONE;
        return count++;
    }

    int vertex(int entry) {
        return vertices[entry];
    }

    long amount(int entry) {
        return amounts[entry];
    }

    void setAmount(int entry, long amount) {
        amounts[entry] = amount;
    }

    boolean isExclusive(int entry) {
        return (flags[entry] & EXCLUSIVE) != 0;
    }

    boolean isWhole(int entry) {
        return (flags[entry] & WHOLE) != 0;
    }

    int inside(int entry) {
        return inside[entry];
    }

    int next(int entry) {
        return next[entry];
    }

    void setNext(int entry, int following) {
        next[entry] = following;
    }

    /// Appends a list to another, which may be [#NONE].
    int joined(int list, int other) {
        if (list == NONE) {
            return other;
        }
        int last = list;
        while (next[last] != NONE) {
            last = next[last];
        }
        next[last] = other;
        return list;
    }

    /// A copy that is in no list yet.
    int copy(int entry, long amount) {
        return add(vertices[entry], amount, isExclusive(entry), isWhole(entry), inside[entry]);
    }

    private void grow() {
        vertices = Arrays.copyOf(vertices, 2 * count);
        amounts = Arrays.copyOf(amounts, 2 * count);
        flags = Arrays.copyOf(flags, 2 * count);
        inside = Arrays.copyOf(inside, 2 * count);
        next = Arrays.copyOf(next, 2 * count);
    }
}
