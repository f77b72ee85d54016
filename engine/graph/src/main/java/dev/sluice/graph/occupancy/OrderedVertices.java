package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import java.util.Arrays;

/// A list of vertices of disjoint subtrees in the order of its owner, with look-ups of the members at or below any
/// vertex of the graph. Members come and go.
///
/// The owner keeps a tree over the list, so members must rarely move. A *place* is an index that may be empty. Places
/// form blocks, and a new member moves only others of its block:
///
/// ```
///   block 0  [a b c d · ·]     block 1  [e f · · · ·]      c2, which belongs behind c:   [a b c c2 d ·]
/// ```
///
/// The list starts without empty places. When a block is full, the list is spread anew, with a quarter of all places
/// empty; the owner then builds its tree again. Members that leave make room, too.
///
/// A second list has the members in post-order, where those at or below a vertex are adjacent.
///
/// | cost, n members | |
/// |---|---|
/// | place of a vertex, members below it | O(log n) |
/// | a member added | O(log n), and a copy of up to n numbers; O(n) once in at least eight of the same block |
/// | a member removed | O(log n), and a copy of up to n numbers |
public final class OrderedVertices {

    /// The places of a block.
    public static final int BLOCK = 32;

    /// The result of [#insert] if the list must be spread first.
    public static final int NO_ROOM = -1;

    /// Members of a block after spreading.
    private static final int FILLED = 24;

    private static final int EMPTY = ResourceGraph.NO_VERTEX;

    /// The order of the owner.
    public interface Order {
        boolean isBefore(int vertex, int other);
    }

    /// Told of members that get another place.
    public interface Mover {
        void move(int from, int to);
    }

    private final Layout layout;
    private int[] vertexAt;
    private int limit;
    private int size;

    // In post-order.
    private int[] posts;
    private int[] placeOfPost;
    private int generation;

    /// The types of all members there ever were, a bit each; types that differ by a multiple of 64 share one.
    private long types;

    /// The result of the last search. Callers often go through a placement in post-order, so the next is close by.
    private int lastFound;

    /// Creates a list that uses the layout for look-ups.
    ///
    /// @param vertices the members in the owner's order
    public OrderedVertices(int[] vertices, Layout layout) {
        this.vertexAt = vertices;
        this.layout = layout;
        this.size = vertices.length;
        this.limit = vertices.length;
        this.posts = new int[size];
        this.placeOfPost = new int[size];
        for (int vertex : vertices) {
            types |= typeBit(vertex);
        }
        index();
    }

    private long typeBit(int vertex) {
        return 1L << layout.graph().typeNumber(vertex);
    }

    private void index() {
        long[] keys = new long[size];
        int count = 0;
        for (int place = 0; place < limit; place++) {
            if (vertexAt[place] != EMPTY) {
                keys[count++] = ((long) layout.post(vertexAt[place]) << Integer.SIZE) | place;
            }
        }
        Arrays.sort(keys);
        for (int i = 0; i < count; i++) {
            posts[i] = (int) (keys[i] >>> Integer.SIZE);
            placeOfPost[i] = (int) keys[i];
        }
        generation = layout.generation();
    }

    /// Follows the layout after it has given all vertices other numbers.
    private void follow() {
        if (generation != layout.generation()) {
            index();
        }
    }

    public int size() {
        return size;
    }

    /// All places are below this.
    public int limit() {
        return limit;
    }

    /// The member at a place, or [ResourceGraph#NO_VERTEX].
    public int vertex(int place) {
        return vertexAt[place];
    }

    /// Members at or below the vertex are adjacent in post-order, and start here if there are any.
    public int from(int vertex) {
        follow();
        return lowerBound(layout.firstPost(vertex));
    }

    /// Whether the member with a number from [#from] on is at or below the vertex.
    public boolean isWithin(int inWalk, int vertex) {
        return inWalk < size && posts[inWalk] <= layout.post(vertex);
    }

    /// The place of a member by its number in post-order.
    public int place(int inWalk) {
        return placeOfPost[inWalk];
    }

    /// The vertex's own place, or -1 if it is no member.
    public int placeOf(int vertex) {
        if ((types & typeBit(vertex)) == 0) {
            return -1;
        }
        follow();
        int at = lowerBound(layout.post(vertex));
        return at < size && posts[at] == layout.post(vertex) ? placeOfPost[at] : -1;
    }

    private int lowerBound(int post) {
        int low = 0;
        int high = size;
        int hint = lastFound;
        if (hint < size && posts[hint] < post) {
            low = hint + 1;
            if (low == size || posts[low] >= post) {
                lastFound = low;
                return low;
            }
        } else if (hint < size) {
            high = hint;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (posts[middle] < post) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        lastFound = low;
        return low;
    }

    /// Removes a member, which must still be in the layout; its place becomes empty.
    public void remove(int place) {
        follow();
        int at = lowerBound(layout.post(vertexAt[place]));
        System.arraycopy(posts, at + 1, posts, at, size - at - 1);
        System.arraycopy(placeOfPost, at + 1, placeOfPost, at, size - at - 1);
        size--;
        vertexAt[place] = EMPTY;
    }

    /// Adds a member.
    ///
    /// @return its place, or [#NO_ROOM]
    public int insert(int vertex, Order order, Mover mover) {
        follow();
        int place = makePlace(vertex, order, mover);
        if (place == NO_ROOM) {
            return NO_ROOM;
        }
        vertexAt[place] = vertex;
        types |= typeBit(vertex);
        if (size == posts.length) {
            posts = Arrays.copyOf(posts, 2 * size + 4);
            placeOfPost = Arrays.copyOf(placeOfPost, 2 * size + 4);
        }
        int at = lowerBound(layout.post(vertex));
        System.arraycopy(posts, at, posts, at + 1, size - at);
        System.arraycopy(placeOfPost, at, placeOfPost, at + 1, size - at);
        posts[at] = layout.post(vertex);
        placeOfPost[at] = place;
        size++;
        return place;
    }

    private int makePlace(int vertex, Order order, Mover mover) {
        int block = blockFor(vertex, order);
        int start = block * BLOCK;
        int end = Math.min(start + BLOCK, limit);
        int at = end;
        while (at > start && (vertexAt[at - 1] == EMPTY || order.isBefore(vertex, vertexAt[at - 1]))) {
            at--;
        }
        // All members before `at` precede the vertex, all others follow it.
        int hole = at;
        while (hole < end && vertexAt[hole] != EMPTY) {
            hole++;
        }
        if (hole == end && end < start + BLOCK) {
            addPlace();
            end++;
        }
        if (hole < end) {
            for (int place = hole; place > at; place--) {
                move(place - 1, place, mover);
            }
            return at;
        }
        hole = at - 1;
        while (hole >= start && vertexAt[hole] != EMPTY) {
            hole--;
        }
        if (hole >= start) {
            for (int place = hole; place < at - 1; place++) {
                move(place + 1, place, mover);
            }
            return at - 1;
        }
        if (at == limit) {
            addPlace();
            return at;
        }
        return NO_ROOM;
    }

    private void move(int from, int to, Mover mover) {
        int post = layout.post(vertexAt[from]);
        placeOfPost[lowerBound(post)] = to;
        vertexAt[to] = vertexAt[from];
        vertexAt[from] = EMPTY;
        mover.move(from, to);
    }

    private void addPlace() {
        if (limit == vertexAt.length) {
            vertexAt = Arrays.copyOf(vertexAt, 2 * limit + BLOCK);
        }
        vertexAt[limit++] = EMPTY;
    }

    /// The last block that begins before the vertex, or the first one.
    private int blockFor(int vertex, Order order) {
        int low = 0;
        int high = Math.max(0, (limit - 1) / BLOCK);
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            int first = firstFrom(middle * BLOCK, (high + 1) * BLOCK);
            if (first != EMPTY && order.isBefore(first, vertex)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private int firstFrom(int from, int to) {
        for (int place = from; place < Math.min(to, limit); place++) {
            if (vertexAt[place] != EMPTY) {
                return vertexAt[place];
            }
        }
        return EMPTY;
    }

    /// Gives all members new places with empty ones between them.
    ///
    /// @return the previous place of each new one, or -1
    public int[] spread() {
        int blocks = (size + FILLED - 1) / FILLED;
        int[] spread = new int[blocks * BLOCK];
        int[] origins = new int[spread.length];
        Arrays.fill(spread, EMPTY);
        Arrays.fill(origins, -1);
        int count = 0;
        for (int place = 0; place < limit; place++) {
            if (vertexAt[place] != EMPTY) {
                int to = count / FILLED * BLOCK + count % FILLED;
                spread[to] = vertexAt[place];
                origins[to] = place;
                count++;
            }
        }
        vertexAt = spread;
        limit = spread.length;
        index();
        return origins;
    }
}
