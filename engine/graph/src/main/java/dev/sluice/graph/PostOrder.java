package dev.sluice.graph;

import java.util.Arrays;

/// The vertices of a tree in post-order, children before parents, as a list that grows and shrinks in the middle.
///
/// Each vertex has a label; of two vertices the one with the lower label comes first. Labels leave gaps, so that a new
/// vertex gets one between its neighbours. New children come last among their siblings, right before their parent, so
/// that gap is the widest. Where it is used up all vertices get new labels, which the *generation* counts:
///
/// ```
///   core0 2000   core1 4000   (24 others fit here)   node0 36000   …   rack0 …
/// ```
///
/// | cost | |
/// |---|---|
/// | label of a vertex, comparison | constant |
/// | a subtree of k vertices added | O(k); O(n) once in some hundred additions below the same vertex |
/// | a subtree removed | O(depth) |
///
/// Rejected: dense numbers, which every change renumbers; a balanced tree, which makes each comparison logarithmic.
final class PostOrder {
    static final int NONE = -1;

    /// Gap before a vertex with children, relative to that before a leaf: children are added there.
    private static final int INNER_WEIGHT = 16;

    /// Labels between two vertices of a new subtree, so that they too can get children.
    private static final int STEP = 8;

    private int[] label;
    private int[] before;
    private int[] after;
    private int first = NONE;
    private int count;
    private int generation;

    PostOrder(int vertices) {
        label = new int[vertices];
        before = new int[vertices];
        after = new int[vertices];
        Arrays.fill(label, NONE);
    }

    PostOrder(PostOrder other) {
        label = other.label.clone();
        before = other.before.clone();
        after = other.after.clone();
        first = other.first;
        count = other.count;
        generation = other.generation;
    }

    void resize(int vertices) {
        int old = label.length;
        label = Arrays.copyOf(label, vertices);
        before = Arrays.copyOf(before, vertices);
        after = Arrays.copyOf(after, vertices);
        Arrays.fill(label, old, vertices, NONE);
    }

    /// Starts with all vertices at once.
    void fill(int[] inOrder, int length, int[] inner) {
        first = length == 0 ? NONE : inOrder[0];
        for (int i = 0; i < length; i++) {
            before[inOrder[i]] = i == 0 ? NONE : inOrder[i - 1];
            after[inOrder[i]] = i + 1 == length ? NONE : inOrder[i + 1];
        }
        count = length;
        labelAll(inner);
    }

    /// Adds a subtree, itself in post-order, as the last one below a vertex.
    void insert(int[] inOrder, int length, int parent, int[] inner) {
        int previous = before[parent];
        int low = previous == NONE ? NONE : label[previous];
        long gap = (long) label[parent] - low - 1;
        int step = (int) Math.min(STEP, gap / (2L * length));
        for (int i = 0; i < length; i++) {
            int vertex = inOrder[i];
            link(previous, vertex);
            label[vertex] = low + (i + 1) * Math.max(1, step);
            previous = vertex;
        }
        link(previous, parent);
        count += length;
        if (gap < length) {
            labelAll(inner);
        }
    }

    /// Removes the vertices from `from` to `to`, a whole subtree.
    void remove(int from, int to, int length) {
        int previous = before[from];
        int next = after[to];
        if (next != NONE) {
            before[next] = previous;
        }
        if (previous == NONE) {
            first = next;
        } else {
            after[previous] = next;
        }
        for (int vertex = from; vertex != next; vertex = after[vertex]) {
            label[vertex] = NONE;
        }
        count -= length;
    }

    private void link(int one, int other) {
        if (one == NONE) {
            first = other;
        } else {
            after[one] = other;
        }
        before[other] = one;
    }

    private void labelAll(int[] inner) {
        generation++;
        long weights = 1;
        for (int vertex = first; vertex != NONE; vertex = after[vertex]) {
            weights += inner[vertex] == Layout.NOT_INNER ? 1 : INNER_WEIGHT;
        }
        boolean isRoomy = weights < Integer.MAX_VALUE;
        long unit = isRoomy ? Integer.MAX_VALUE / weights : 1;
        long next = 0;
        for (int vertex = first; vertex != NONE; vertex = after[vertex]) {
            next += inner[vertex] == Layout.NOT_INNER || !isRoomy ? unit : INNER_WEIGHT * unit;
            label[vertex] = (int) next;
        }
    }

    /// [#NONE] if the vertex is not in the tree.
    int label(int vertex) {
        return label[vertex];
    }

    /// Increases when vertices that stay get new labels.
    int generation() {
        return generation;
    }

    int first() {
        return first;
    }

    int after(int vertex) {
        return after[vertex];
    }

    int count() {
        return count;
    }
}
