package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import java.util.Arrays;

/// A list of vertices none of which is below another, and which of them a change elsewhere in the graph concerns.
public final class Members {
    private final Layout layout;
    private final int[] vertices;
    private final int[] posts;
    private final int[] placeOfPost;

    /// Makes a list that looks itself up in the layout.
    ///
    /// @param vertices in the order that matters to the owner; a place in it is what the methods tell
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

    /// Members at or below the vertex come next to each other in a walk: from here…
    public int from(int vertex) {
        return lowerBound(layout.firstPost(vertex));
    }

    /// …to here, exclusively.
    public int to(int vertex) {
        return lowerBound(layout.post(vertex) + 1);
    }

    /// A member by its number in the walk.
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
