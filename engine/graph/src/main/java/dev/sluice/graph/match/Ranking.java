package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.Members;
import dev.sluice.graph.occupancy.Occupancy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Vertices in the order of a policy, with a fast search for the next one that may have enough.
///
/// A segment tree over the list knows for each range the largest stock of each counted type, and whether any vertex
/// is unused. The search skips ranges with too little. For times in the future, groups of neighbours have timelines
/// of their free cores. The result is a candidate that the traversal then checks.
final class Ranking {
    /// Lists up to this length are scanned: maintaining the tree would cost more.
    private static final int FEW = 4;

    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final Members members;
    private final ChangeLog changes;
    private final int size;
    private final int types;
    private final long[] inStock;
    private final boolean[] unused;
    private long seen = -1;
    private @Nullable Groups groups;

    // The request of the present search.
    private final long[] needs;
    private boolean needsUnused;
    private long needsCores;
    private View view = View.NOW;
    private long start;
    private long end;

    Ranking(ResourceGraph graph, Occupancy occupancy, int[] vertices, ChangeLog changes) {
        this.graph = graph;
        this.occupancy = occupancy;
        Layout layout = occupancy.layout();
        this.members = new Members(vertices, layout);
        this.changes = changes;
        this.size = Math.max(Groups.SIZE, Integer.highestOneBit(Math.max(1, vertices.length * 2 - 1)));
        this.types = layout.countedCount();
        this.inStock = new long[2 * size * types];
        this.unused = new boolean[2 * size];
        this.needs = new long[types];
    }

    Groups groups() {
        Groups known = groups;
        if (known == null) {
            known = occupancy.group(members.vertices());
            groups = known;
        }
        return known;
    }

    int vertex(int place) {
        return members.vertex(place);
    }

    /// Starts a search for vertices that may satisfy the request.
    ///
    /// @param whole whether the vertex must be unused
    void seek(CompiledResource wanted, boolean whole, View how, long from, long to) {
        Layout layout = occupancy.layout();
        view = how;
        start = from;
        end = to;
        needsUnused = whole;
        for (int type = 0; type < types; type++) {
            needs[type] = wanted.need(type, layout);
        }
        if (how == View.PLANNED) {
            int core = occupancy.coreType();
            needsCores = core == Layout.NOT_COUNTED ? 0 : needs[core];
            // Short lists are scanned.
            if (needsCores > 0 && members.size() > Groups.SIZE) {
                groups();
            }
        } else if (how.seesHoldings() && members.size() > FEW) {
            catchUp();
        }
    }

    /// The first index from `from` on whose vertex may satisfy the request, or -1.
    int next(int from) {
        if (from >= members.size()) {
            return -1;
        }
        if (members.size() <= FEW) {
            return from;
        }
        int node = from + size;
        while (true) {
            if (mayDo(node)) {
                if (node >= size) {
                    return node - size < members.size() ? node - size : -1;
                }
                node = 2 * node;
                continue;
            }
            while ((node & 1) == 1) {
                node >>= 1;
                if (node <= 1) {
                    return -1;
                }
            }
            node++;
        }
    }

    private boolean mayDo(int node) {
        if (view == View.PLANNED) {
            return mayDoLater(node);
        }
        if (!view.seesHoldings()) {
            return true;
        }
        if (needsUnused && !unused[node]) {
            return false;
        }
        for (int type = 0; type < types; type++) {
            if (inStock[node * types + type] < needs[type]) {
                return false;
            }
        }
        return true;
    }

    private boolean mayDoLater(int node) {
        Groups known = groups;
        if (known == null || needsCores == 0) {
            return true;
        }
        if (node >= size) {
            int place = node - size;
            return place < members.size() && mayHaveCores(members.vertex(place));
        }
        int level = Integer.numberOfTrailingZeros(size) - (31 - Integer.numberOfLeadingZeros(node));
        if (1 << level != Groups.SIZE) {
            return true;
        }
        int group = node - size / Groups.SIZE;
        return group * Groups.SIZE < members.size() && known.freeCores(group, start, end) >= needsCores;
    }

    private boolean mayHaveCores(int vertex) {
        int above = graph.parent(vertex);
        return occupancy.freeCores(vertex, start, end) >= needsCores
                && (above == ResourceGraph.NO_VERTEX || occupancy.freeCores(above, start, end) >= needsCores);
    }

    private void catchUp() {
        if (seen < 0 || !changes.remembers(seen)) {
            Arrays.fill(inStock, 0);
            Arrays.fill(unused, false);
            for (int place = 0; place < members.size(); place++) {
                measure(place);
            }
            for (int node = size - 1; node > 0; node--) {
                combine(node);
            }
        } else {
            for (long at = seen; at < changes.count(); at++) {
                int vertex = changes.vertex(at);
                if (changes.isExclusive(at)) {
                    for (int i = members.from(vertex); i < members.to(vertex); i++) {
                        update(members.place(i));
                    }
                }
                int own = members.placeOf(vertex);
                if (own >= 0) {
                    update(own);
                }
            }
        }
        seen = changes.count();
    }

    private void update(int place) {
        if (measure(place)) {
            for (int node = (place + size) >> 1; node > 0 && combine(node); node >>= 1) {
                // Stops where nothing changes any more.
            }
        }
    }

    private boolean measure(int place) {
        int vertex = members.vertex(place);
        int node = place + size;
        boolean taken = isTakenFromAbove(vertex);
        boolean changed = set(node, !taken && !occupancy.isAllocated(vertex));
        for (int type = 0; type < types; type++) {
            changed |= set(node * types + type, taken ? 0 : inStock(vertex, type));
        }
        return changed;
    }

    private long inStock(int vertex, int type) {
        Layout layout = occupancy.layout();
        if (layout.inner(vertex) != Layout.NOT_INNER) {
            return occupancy.stock().free(vertex, type);
        }
        return layout.counted(graph.typeNumber(vertex)) == type ? occupancy.notAllocated(vertex) : 0;
    }

    private boolean isTakenFromAbove(int vertex) {
        for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            if (occupancy.isAllocatedExclusively(above)) {
                return true;
            }
        }
        return false;
    }

    private boolean combine(int node) {
        boolean changed = set(node, unused[2 * node] || unused[2 * node + 1]);
        for (int type = 0; type < types; type++) {
            changed |= set(
                    node * types + type,
                    Math.max(inStock[2 * node * types + type], inStock[(2 * node + 1) * types + type]));
        }
        return changed;
    }

    private boolean set(int node, boolean value) {
        boolean changed = unused[node] != value;
        unused[node] = value;
        return changed;
    }

    private boolean set(int at, long value) {
        boolean changed = inStock[at] != value;
        inStock[at] = value;
        return changed;
    }
}
