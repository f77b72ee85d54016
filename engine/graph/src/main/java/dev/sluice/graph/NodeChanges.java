package dev.sluice.graph;

import java.util.Arrays;

/// The nodes whose labels, taints, name or existence changed recently. A reader remembers its position and
/// continues from there; if the log no longer has what follows, the reader starts anew.
public final class NodeChanges {
    /// The number of changes kept: most of a large cluster relabelled at once. A reader that is further behind
    /// starts anew faster than it catches up.
    private static final int REMEMBERED = 1 << 13;

    private int[] vertices = new int[16];
    private long count;

    void add(int vertex) {
        if (count == vertices.length && vertices.length < REMEMBERED) {
            vertices = Arrays.copyOf(vertices, 2 * vertices.length);
        }
        vertices[(int) (count++ & (vertices.length - 1))] = vertex;
    }

    /// The position behind the last change. Equal positions mean that nothing has changed.
    public long count() {
        return count;
    }

    /// Whether the log has all changes from the position on.
    public boolean remembers(long since) {
        return count - since <= vertices.length;
    }

    public int vertex(long at) {
        return vertices[(int) (at & (vertices.length - 1))];
    }
}
