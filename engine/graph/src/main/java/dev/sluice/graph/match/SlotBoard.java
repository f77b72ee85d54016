package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.Members;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.runtime.heap.IntHeap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Finds the vertices from whose children the best slots of one shape can be packed: a tournament tree over all
/// such vertices, the *holders*.
///
/// The score of a slot depends on which children are free, so there is no fixed order of holders. The board keeps
/// for each holder the score of the best slot it could pack without reservations, and a tree of winners above
/// them. A match takes the winners first and packs their slots. It stops when it has enough slots and no holder
/// left on the board can have a better one. For start times in the future, the board has the scores on an empty
/// machine.
///
/// After a change of allocations only the affected holders are updated, when the board is next used.
final class SlotBoard {
    private final Occupancy occupancy;
    private final ChangeLog changes;
    private final boolean highFirst;
    private final long none;
    private final Members members;
    private final int size;
    private final CompiledResource[] shape;
    private final Pile[] pile = {new Pile()};
    private final MatchPolicy policy;

    private final long[] allocated;
    private final long[] ideal;
    private long seen = -1;
    private boolean idealKnown;
    private @Nullable Groups groups;

    /// The search: subtrees not opened yet and slots packed but not chosen yet, by node of the tree, the best one
    /// first.
    private final IntHeap queue = new IntHeap();

    // The slots packed so far, holder after holder.
    private int[] packedWays = new int[64];
    private long[] packedScores = new long[64];
    private int packed;

    private static final int NOT_PACKED = -1;

    /// @param shape a single slot
    SlotBoard(Occupancy occupancy, MatchPolicy policy, ChangeLog changes, CompiledResource[] shape, int[] holders) {
        this.occupancy = occupancy;
        this.changes = changes;
        this.policy = policy;
        this.shape = shape;
        this.highFirst = policy.highFirst();
        this.none = highFirst ? Long.MIN_VALUE : Long.MAX_VALUE;
        this.members = new Members(holders, occupancy.layout());
        this.size = Math.max(Groups.SIZE, Integer.highestOneBit(Math.max(1, 2 * holders.length - 1)));
        this.allocated = new long[2 * size];
        this.ideal = new long[2 * size];
    }

    /// The vertices from whose children slots of the shape are packed, in post-order: they have children of all its
    /// types, and no ancestor has.
    static int[] holders(ResourceGraph graph, Walk walk, CompiledResource[] shape) {
        Layout layout = walk.outlook().layout();
        int[] holders = new int[Math.max(1, layout.innerCount())];
        int found = 0;
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (layout.post(vertex) >= 0
                    && layout.inner(vertex) != Layout.NOT_INNER
                    && walk.holdsAll(vertex, shape[0].with)
                    && !isBelowAHolder(vertex, graph, walk, shape)) {
                holders[found++] = vertex;
            }
        }
        int[] all = Arrays.copyOf(holders, found);
        PolicyOrder.sortByPost(all, layout);
        return all;
    }

    private static boolean isBelowAHolder(int vertex, ResourceGraph graph, Walk walk, CompiledResource[] shape) {
        for (int above = graph.parent(vertex); above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            if (walk.holdsAll(above, shape[0].with)) {
                return true;
            }
        }
        return false;
    }

    /// Adds the best slots to `found`, up to the requested number.
    void search(Walk walk, CompiledResource[] wanted, Pile found) {
        long[] tree = bounds(walk);
        queue.clear();
        packed = 0;
        if (walk.outlook().view() == View.PLANNED) {
            pushAllThatMayPackLater(walk, tree);
        } else {
            push(tree[1], 1, NOT_PACKED);
        }
        while (!queue.isEmpty() && found.size() < wanted[0].most) {
            int slot = (int) queue.firstTieBreak() - 1;
            int node = queue.removeFirst();
            if (slot != NOT_PACKED) {
                found.add(packedWays[slot], packedScores[slot], 1);
                if (slot + 1 < packed && packedWays[slot + 1] != Ways.NONE) {
                    push(packedScores[slot + 1], node, slot + 1);
                }
            } else if (node < size) {
                push(tree[2 * node], 2 * node, NOT_PACKED);
                push(tree[2 * node + 1], 2 * node + 1, NOT_PACKED);
            } else {
                pack(walk, wanted, node);
            }
        }
    }

    private void pack(Walk walk, CompiledResource[] wanted, int node) {
        pile[0].clear();
        if (!walk.visitReachable(members.vertex(node - size), wanted, pile)) {
            return;
        }
        pile[0].sort(policy);
        int first = packed;
        for (int i = 0; i < pile[0].size(); i++) {
            addPacked(pile[0].way(i), pile[0].score(i));
        }
        addPacked(Ways.NONE, 0);
        push(packedScores[first], node, first);
    }

    private void addPacked(int way, long score) {
        if (packed == packedWays.length) {
            packedWays = Arrays.copyOf(packedWays, 2 * packed);
            packedScores = Arrays.copyOf(packedScores, 2 * packed);
        }
        packedWays[packed] = way;
        packedScores[packed++] = score;
    }

    /// Orders by key, then by the first holder below the node, which a traversal meets first, then by slot.
    private void push(long key, int node, int slot) {
        if (slot != NOT_PACKED || key != none) {
            long order = (long) firstPlace(node) << Integer.SIZE | (slot + 1);
            queue.add(highFirst ? ~key : key, order, node);
        }
    }

    private int firstPlace(int node) {
        return node << (Integer.numberOfLeadingZeros(node) - Integer.numberOfLeadingZeros(size));
    }

    /// Adds all holders that may have enough free cores in the window. There is no tree of winners for the future,
    /// so groups of holders are checked one by one.
    private void pushAllThatMayPackLater(Walk walk, long[] tree) {
        int core = occupancy.coreType();
        long cores = core == Layout.NOT_COUNTED
                ? 0
                : shape[0].need(core, walk.outlook().layout());
        for (int first = 0; first < members.size(); first += Groups.SIZE) {
            if (cores > 0 && hasMany() && walk.outlook().freeCores(groups(), first / Groups.SIZE) < cores) {
                continue;
            }
            int end = Math.min(members.size(), first + Groups.SIZE);
            for (int place = first; place < end; place++) {
                if (cores == 0 || walk.outlook().mayHaveCores(members.vertex(place), cores)) {
                    push(tree[place + size], place + size, NOT_PACKED);
                }
            }
        }
    }

    /// Whether there are enough holders for groups to pay off.
    boolean hasMany() {
        return members.size() > Groups.SIZE;
    }

    Groups groups() {
        Groups known = groups;
        if (known == null) {
            known = occupancy.group(members.vertices());
            groups = known;
        }
        return known;
    }

    /// The tree of score bounds for the view of the match.
    private long[] bounds(Walk walk) {
        View view = walk.outlook().view();
        if (view == View.NOW || view == View.ALLOCATED) {
            Runnable back = walk.lookFor(View.ALLOCATED);
            catchUp(walk);
            back.run();
            return allocated;
        }
        if (!idealKnown) {
            Runnable back = walk.lookFor(View.EMPTY_AND_UP);
            rankAll(walk, ideal);
            back.run();
            idealKnown = true;
        }
        return ideal;
    }

    private void rankAll(Walk walk, long[] tree) {
        Arrays.fill(tree, none);
        for (int place = 0; place < members.size(); place++) {
            tree[place + size] = best(walk, place);
        }
        for (int node = size - 1; node > 0; node--) {
            tree[node] = better(tree[2 * node], tree[2 * node + 1]);
        }
    }

    private long best(Walk walk, int place) {
        walk.ways.clear();
        pile[0].clear();
        if (!walk.visitReachable(members.vertex(place), shape, pile)) {
            return none;
        }
        pile[0].sort(policy);
        return pile[0].score(0);
    }

    private long better(long one, long other) {
        return highFirst ? Math.max(one, other) : Math.min(one, other);
    }

    private void catchUp(Walk walk) {
        if (seen < 0 || !changes.remembers(seen)) {
            rankAll(walk, allocated);
        } else {
            for (long at = seen; at < changes.count(); at++) {
                int vertex = changes.vertex(at);
                if (changes.isExclusive(at)) {
                    for (int i = members.from(vertex); i < members.to(vertex); i++) {
                        update(walk, members.place(i));
                    }
                }
                int own = members.placeOf(vertex);
                if (own >= 0) {
                    update(walk, own);
                }
            }
        }
        seen = changes.count();
    }

    private void update(Walk walk, int place) {
        int node = place + size;
        long now = best(walk, place);
        if (allocated[node] == now) {
            return;
        }
        allocated[node] = now;
        for (node >>= 1; node > 0; node >>= 1) {
            long winner = better(allocated[2 * node], allocated[2 * node + 1]);
            if (allocated[node] == winner) {
                return;
            }
            allocated[node] = winner;
        }
    }
}
