package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import java.util.Arrays;

/// A list of vertices of disjoint subtrees, with look-ups of the list members at or below any vertex of the graph.
public final class Members {
    private final Layout layout;
    private final int[] vertices;
    private final int[] posts;
    private final int[] placeOfPost;

    /// Creates a list that uses the layout for look-ups.
    ///
    /// @param vertices the members in the owner's order; a *place* is an index into it
    public Members(int[] vertices, Layout layout) {
        this.vertices = vertices;
        this.layout = layout;
        long[] keys = new long[vertices.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = ((long) layout.post(vertices[i]) << Integer.SIZE) | i;
        }
        Arrays.sort(keys);
        this.posts = new int[keys.length];
        this.placeOfPost = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            posts[i] = (int) (keys[i] >>> Integer.SIZE);
            placeOfPost[i] = (int) keys[i];
        }
    }

    public int size() {
        return vertices.length;
    }

    public int vertex(int place) {
        return vertices[place];
    }

    public int[] vertices() {
        return vertices;
    }

    /// Members at or below the vertex are adjacent in post-order: from here…
    public int from(int vertex) {
        return lowerBound(layout.firstPost(vertex));
    }

    /// …to here, exclusively.
    public int to(int vertex) {
        return lowerBound(layout.post(vertex) + 1);
    }

    /// The place of a member by its number in post-order.
    public int place(int inWalk) {
        return placeOfPost[inWalk];
    }

    /// The vertex's own place, or -1 if it is no member.
    public int placeOf(int vertex) {
        int at = lowerBound(layout.post(vertex));
        return at < posts.length && posts[at] == layout.post(vertex) ? placeOfPost[at] : -1;
    }

    private int lowerBound(int post) {
        int low = 0;
        int high = posts.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (posts[middle] < post) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
