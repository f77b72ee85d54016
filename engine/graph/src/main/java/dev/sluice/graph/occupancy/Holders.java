package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import java.util.Arrays;

/// Which parts of jobs hold something at a vertex: a list of *items* for each inner vertex.
///
/// A part has an item at each vertex that it holds exclusively, and at each inner vertex of which it holds a leaf.
/// So a pod has one item, at its node, and a job of a thousand whole nodes has a thousand. What a part holds below
/// a vertex is found by the items at and below it. An item stays until its part is gone or made anew, so a part
/// that is found may have released what it had there.
///
/// Only changes of the machine ask. The index is not kept before the first of them.
final class Holders {
    private static final int NONE = -1;

    private final Layout layout;
    private int[] firstOf;
    private long[] jobs = new long[64];
    private long[] parts = new long[64];
    private int[] vertices = new int[64];
    private int[] next = new int[64];
    private int[] previous = new int[64];
    private int used;
    private int firstFree = NONE;

    private int[] added = new int[16];

    /// Notified of the parts at a vertex.
    interface Visitor {
        /// Visits one part.
        ///
        /// @param part the number of a part of the job
        void visit(long job, long part);
    }

    Holders(Layout layout) {
        this.layout = layout;
        this.firstOf = new int[layout.vertexLimit()];
        Arrays.fill(firstOf, NONE);
    }

    void makeRoom() {
        int old = firstOf.length;
        if (layout.vertexLimit() > old) {
            firstOf = Arrays.copyOf(firstOf, layout.vertexLimit());
            Arrays.fill(firstOf, old, firstOf.length, NONE);
        }
    }

    /// Adds the items of a part.
    ///
    /// @return them
    int[] add(long job, long part, Placement placement) {
        int count = 0;
        int last = NONE;
        for (int i = 0; i < placement.entryCount(); i++) {
            int vertex = placement.entryVertex(i);
            boolean isLowest = i == 0 || placement.entryDepth(i - 1) <= placement.entryDepth(i);
            if (!isLowest && !placement.isEntryExclusive(i)) {
                continue;
            }
            int at = key(vertex);
            if (at != last) {
                if (count == added.length) {
                    added = Arrays.copyOf(added, 2 * count);
                }
                added[count++] = add(job, part, at);
                last = at;
            }
        }
        return Arrays.copyOf(added, count);
    }

    /// The vertex whose list has the items of a vertex.
    int key(int vertex) {
        int parent = layout.graph().parent(vertex);
        return layout.inner(vertex) == Layout.NOT_INNER && parent != NONE ? parent : vertex;
    }

    private int add(long job, long part, int vertex) {
        int item = firstFree;
        if (item == NONE) {
            item = used++;
            if (item == jobs.length) {
                grow();
            }
        } else {
            firstFree = next[item];
        }
        jobs[item] = job;
        parts[item] = part;
        vertices[item] = vertex;
        previous[item] = NONE;
        next[item] = firstOf[vertex];
        if (next[item] != NONE) {
            previous[next[item]] = item;
        }
        firstOf[vertex] = item;
        return item;
    }

    void remove(int[] items) {
        for (int item : items) {
            if (previous[item] == NONE) {
                firstOf[vertices[item]] = next[item];
            } else {
                next[previous[item]] = next[item];
            }
            if (next[item] != NONE) {
                previous[next[item]] = previous[item];
            }
            next[item] = firstFree;
            firstFree = item;
        }
    }

    /// Visits the parts with an item at exactly this vertex, some more than once.
    void forEach(int vertex, Visitor visitor) {
        for (int item = firstOf[vertex]; item != NONE; item = next[item]) {
            visitor.visit(jobs[item], parts[item]);
        }
    }

    private void grow() {
        int length = 2 * jobs.length;
        jobs = Arrays.copyOf(jobs, length);
        parts = Arrays.copyOf(parts, length);
        vertices = Arrays.copyOf(vertices, length);
        next = Arrays.copyOf(next, length);
        previous = Arrays.copyOf(previous, length);
    }
}
