package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.OrderedVertices;
import dev.sluice.runtime.heap.IntHeap;
import java.util.Arrays;

/// Finds the best slots of a shape with the bounds of its [SlotBoard].
///
/// A match opens the winners first, packs their slots, and puts these back into the queue by their true scores. It
/// stops when it has enough slots: no holder left on the board can have a better one. For example, one slot, the
/// highest score first:
///
/// ```
///             9              queue: root 9            →  opened: left 9, right 8
///         9       8          queue: left 9, right 8   →  opened: node0 9, node1 4
///       9   4   8   2        queue: node0 9, …        →  packed: its slot has a score of 7, as a core is reserved
///    node0             node3 queue: right 8, slot 7   →  opened: node2 8; packed: a slot of 8, which is taken
/// ```
///
/// For start times in the future, the groups of holders are asked for what is free in the window first, and then each
/// holder in them.
///
/// A matcher has one search for all of its boards, whose arrays are as large as the largest search needed.
///
/// | cost, n holders, k slots taken | |
/// |---|---|
/// | a match now | O((k + holders packed in vain) · (log n + children of a holder)) |
/// | a match later | O(n / 32) in addition |
final class SlotSearch {
    private static final int NOT_PACKED = -1;

    private final MatchPolicy policy;

    /// Subtrees not opened yet and slots packed but not chosen yet, by node of the board's tree, the best one first.
    private final IntHeap queue = new IntHeap();

    // The slots packed so far, holder after holder.
    private int[] packedEntries = new int[64];
    private long[] packedScores = new long[64];
    private int packed;

    // Of the board that is searched at present.
    private long[] tree = new long[0];
    private int size;
    private long none;

    SlotSearch(MatchPolicy policy) {
        this.policy = policy;
    }

    /// Adds the best slots to the candidates of the request, up to the requested number.
    ///
    /// @param estimator a walk that finds bounds of scores
    void search(SlotBoard board, Walk walk, Walk estimator, Level top) {
        CompiledResource[] wanted = top.wanted;
        Candidates found = top.found[0];
        tree = board.bounds(walk.window().view(), estimator);
        size = tree.length / 2;
        none = board.none();
        OrderedVertices members = board.holders().members();
        queue.clear();
        packed = 0;
        if (walk.window().view() == View.PLANNED) {
            pushAllThatMayPackLater(board, walk.window(), wanted[0]);
        } else {
            push(tree[1], 1, NOT_PACKED);
        }
        while (!queue.isEmpty() && found.size() < wanted[0].most) {
            int slot = (int) queue.firstTieBreak() - 1;
            int node = queue.removeFirst();
            if (slot != NOT_PACKED) {
                found.add(packedEntries[slot], packedScores[slot], 1);
                if (slot + 1 < packed && packedEntries[slot + 1] != CandidateTree.NONE) {
                    push(packedScores[slot + 1], node, slot + 1);
                }
            } else if (node < size) {
                push(tree[2 * node], 2 * node, NOT_PACKED);
                push(tree[2 * node + 1], 2 * node + 1, NOT_PACKED);
            } else {
                pack(walk.candidatesAt(members.vertex(node - size), wanted), node);
            }
        }
    }

    private void pack(Candidates slots, int node) {
        if (slots.size() == 0) {
            return;
        }
        slots.sort(policy);
        int first = packed;
        for (int i = 0; i < slots.size(); i++) {
            addPacked(slots.entry(i), slots.score(i));
        }
        addPacked(CandidateTree.NONE, 0);
        push(packedScores[first], node, first);
    }

    private void addPacked(int entry, long score) {
        if (packed == packedEntries.length) {
            packedEntries = Arrays.copyOf(packedEntries, 2 * packed);
            packedScores = Arrays.copyOf(packedScores, 2 * packed);
        }
        packedEntries[packed] = entry;
        packedScores[packed++] = score;
    }

    /// Orders by key, then by the first holder below the node, which a traversal meets first, then by slot.
    private void push(long key, int node, int slot) {
        if (slot != NOT_PACKED || key != none) {
            long order = (long) firstPlace(node) << Integer.SIZE | (slot + 1);
            queue.add(policy.highFirst() ? ~key : key, order, node);
        }
    }

    private int firstPlace(int node) {
        return node << (Integer.numberOfLeadingZeros(node) - Integer.numberOfLeadingZeros(size));
    }

    /// Adds all holders that may have enough in the window. There is no tree of winners for the future, so groups of
    /// holders are checked one by one.
    private void pushAllThatMayPackLater(SlotBoard board, MatchWindow window, CompiledResource slot) {
        boolean isBounded = window.needsPlanned(slot);
        SlotHolders holders = board.holders();
        OrderedVertices members = holders.members();
        Groups known = isBounded && holders.hasMany() ? holders.groups(slot) : null;
        for (int first = 0; first < members.limit(); first += Groups.SIZE) {
            if (known != null && !window.mayHave(known, first / Groups.SIZE, slot)) {
                continue;
            }
            int end = Math.min(members.limit(), first + Groups.SIZE);
            for (int place = first; place < end; place++) {
                int vertex = members.vertex(place);
                if (vertex != ResourceGraph.NO_VERTEX && (!isBounded || window.mayHaveWithParent(vertex, slot))) {
                    push(tree[place + size], place + size, NOT_PACKED);
                }
            }
        }
    }
}
