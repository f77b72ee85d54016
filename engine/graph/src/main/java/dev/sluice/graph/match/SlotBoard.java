package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.occupancy.OrderedVertices;
import dev.sluice.runtime.heap.IntHeap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Finds the vertices from whose children the best slots of one shape can be packed: a tournament over all such
/// vertices, the *holders*.
///
/// The score of a slot depends on which children are free, so there is no fixed order of holders. The board keeps for
/// each holder a bound of the score of the best slot it could pack without reservations, and a tree of winners above
/// them. A match opens the winners first, packs their slots, and puts these back into the queue by their true scores.
/// It stops when it has enough slots: no holder left on the board can have a better one. For example, one slot, the
/// highest score first:
///
/// ```
///             9              queue: root 9            →  opened: left 9, right 8
///         9       8          queue: left 9, right 8   →  opened: node0 9, node1 4
///       9   4   8   2        queue: node0 9, …        →  packed: its slot has a score of 7, as a core is reserved
///    node0             node3 queue: right 8, slot 7   →  opened: node2 8; packed: a slot of 8, which is taken
/// ```
///
/// For start times in the future, the board has the bounds on an empty machine, and asks groups of holders for their
/// free cores first.
///
/// After a change of allocations only the affected holders are estimated again, when the board is next used. It is the
/// same with holders that are resized or new; those that are removed leave the board at once.
///
/// | cost, n holders, k slots taken | |
/// |---|---|
/// | a match now | O((k + holders packed in vain) · (log n + children of a holder)) |
/// | a match later | O(n / 32) in addition |
/// | a changed holder | its children, and O(log n) |
/// | memory | 16 bytes a place, 32 once a match looked ahead |
///
/// Invariant: a bound is at least as good as any slot that its holder can pack, whatever else is refused or reserved.
final class SlotBoard implements OrderedVertices.Mover {
    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final ChangeLog changes;
    private final boolean highFirst;
    private final long none;
    private final OrderedVertices members;
    private final int initialPlaces;
    private int size;
    private CompiledResource[] shape;
    private final MatchPolicy policy;

    private long[] allocated;
    private long[] ideal;
    private long seen = -1;
    private long seenStructure;
    private long seenInReview;
    private long idealSeen;
    private long seenByIdeal;

    /// The fewest vertices of each part that a slot takes: scores depend on it.
    private long[] fewest;

    private boolean idealKnown;
    private boolean isDropped;
    private @Nullable Groups groups;

    /// The search: subtrees not opened yet and slots packed but not chosen yet, by node of the tree, the best one
    /// first.
    private final IntHeap queue = new IntHeap();

    // The slots packed so far, holder after holder.
    private int[] packedEntries = new int[64];
    private long[] packedScores = new long[64];
    private int packed;

    private static final int NOT_PACKED = -1;

    /// @param shape a single slot
    SlotBoard(
            ResourceGraph graph, Occupancy occupancy, MatchPolicy policy, ChangeLog changes, CompiledResource[] shape) {
        this.graph = graph;
        this.occupancy = occupancy;
        this.changes = changes;
        this.policy = policy;
        this.shape = shape;
        this.highFirst = policy.highFirst();
        this.none = highFirst ? Long.MIN_VALUE : Long.MAX_VALUE;
        this.members = new OrderedVertices(holders(), occupancy.layout());
        this.size = sizeFor(members.limit());
        this.initialPlaces = size;
        this.allocated = new long[2 * size];
        this.ideal = new long[0];
        Arrays.fill(allocated, none);
        this.seenStructure = changes.structural();
        this.seenInReview = changes.count();
        this.fewest = fewest();
    }

    private static int sizeFor(int places) {
        return Math.max(Groups.SIZE, Integer.highestOneBit(Math.max(1, 2 * places - 1)));
    }

    /// The vertices from whose children slots of the shape are packed, in post-order: they have children of all its
    /// types, and no ancestor has.
    private int[] holders() {
        Layout layout = occupancy.layout();
        int[] holders = new int[16];
        int found = 0;
        for (int vertex = layout.firstInOrder();
                vertex != ResourceGraph.NO_VERTEX;
                vertex = layout.nextInOrder(vertex)) {
            if (layout.inner(vertex) != Layout.NOT_INNER && isHolder(vertex)) {
                if (found == holders.length) {
                    holders = Arrays.copyOf(holders, 2 * found);
                }
                holders[found++] = vertex;
            }
        }
        return Arrays.copyOf(holders, found);
    }

    private boolean isHolder(int vertex) {
        if (!holdsAll(vertex)) {
            return false;
        }
        for (int above = graph.parent(vertex); above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            if (holdsAll(above)) {
                return false;
            }
        }
        return true;
    }

    private boolean holdsAll(int vertex) {
        Layout layout = occupancy.layout();
        for (CompiledResource part : shape[0].with) {
            if (!layout.hasChildOfType(vertex, part.type)) {
                return false;
            }
        }
        return true;
    }

    /// Whether the board is no longer kept up to date.
    boolean isDropped() {
        return isDropped;
    }

    void drop() {
        isDropped = true;
        dropGroups();
    }

    /// How many places the board was made with; its memory is proportional to it.
    int places() {
        return initialPlaces;
    }

    /// Replaces the compiled request, whose bounds follow the machine.
    void setShape(CompiledResource[] compiled) {
        shape = compiled;
    }

    /// Adds the best slots to the candidates of the request, up to the requested number.
    ///
    /// @param estimator a walk that finds bounds of scores
    void search(Walk walk, Walk estimator, Level top) {
        CompiledResource[] wanted = top.wanted;
        Candidates found = top.found[0];
        long[] tree = bounds(walk.window().view(), estimator);
        queue.clear();
        packed = 0;
        if (walk.window().view() == View.PLANNED) {
            pushAllThatMayPackLater(walk, tree);
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
                pack(walk, wanted, node);
            }
        }
    }

    private void pack(Walk walk, CompiledResource[] wanted, int node) {
        Candidates slots = walk.candidatesAt(members.vertex(node - size), wanted);
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
            queue.add(highFirst ? ~key : key, order, node);
        }
    }

    private int firstPlace(int node) {
        return node << (Integer.numberOfLeadingZeros(node) - Integer.numberOfLeadingZeros(size));
    }

    /// Adds all holders that may have enough in the window. There is no tree of winners for the future, so groups of
    /// holders are checked one by one.
    private void pushAllThatMayPackLater(Walk walk, long[] tree) {
        MatchWindow window = walk.window();
        boolean isBounded = window.needsPlanned(shape[0]);
        Groups known = isBounded && hasMany() ? groups() : null;
        for (int first = 0; first < members.limit(); first += Groups.SIZE) {
            if (known != null && !window.mayHave(known, first / Groups.SIZE, shape[0])) {
                continue;
            }
            int end = Math.min(members.limit(), first + Groups.SIZE);
            for (int place = first; place < end; place++) {
                if (isEmpty(place)) {
                    continue;
                }
                if (!isBounded || window.mayHaveWithParent(members.vertex(place), shape[0])) {
                    push(tree[place + size], place + size, NOT_PACKED);
                }
            }
        }
    }

    /// Whether there are enough holders for groups to pay off.
    boolean hasMany() {
        return members.size() > Groups.SIZE;
    }

    private boolean isEmpty(int place) {
        return members.vertex(place) == ResourceGraph.NO_VERTEX;
    }

    /// The groups, which count all planned types that the slot needs.
    Groups groups() {
        catchUpWithStructure();
        Groups known = groups;
        if (known == null) {
            known = occupancy.group(members);
            groups = known;
        }
        shape[0].countIn(known, occupancy);
        return known;
    }

    /// The tree of score bounds for the view of the match.
    private long[] bounds(View view, Walk estimator) {
        catchUpWithStructure();
        if (view == View.NOW || view == View.ALLOCATED) {
            if (seen != changes.count()) {
                estimator.begin(View.ALLOCATED, 0, 0, Eligibility.ALL, null);
                catchUp(estimator);
            }
            return allocated;
        }
        if (idealKnown && seenByIdeal == changes.structural()) {
            return ideal;
        }
        estimator.begin(View.EMPTY_AND_UP, 0, 0, Eligibility.ALL, null);
        if (idealKnown) {
            catchUpIdeal(estimator);
        }
        if (!idealKnown) {
            ideal = new long[2 * size];
            rankAll(estimator, ideal);
            idealKnown = true;
        }
        idealSeen = changes.count();
        seenByIdeal = changes.structural();
        return ideal;
    }

    private void catchUpIdeal(Walk estimator) {
        if (!changes.remembers(idealSeen)) {
            idealKnown = false;
            return;
        }
        for (long at = idealSeen; at < changes.count(); at++) {
            int vertex = changes.vertex(at);
            if (changes.isReview(at)) {
                for (int i = members.from(vertex); members.isWithin(i, vertex); i++) {
                    set(ideal, members.place(i), best(estimator, members.place(i)));
                }
            }
            int own = changes.isCapacity(at) ? members.placeOf(vertex) : -1;
            if (own >= 0) {
                set(ideal, own, best(estimator, own));
            }
        }
    }

    private void rankAll(Walk estimator, long[] tree) {
        Arrays.fill(tree, none);
        for (int place = 0; place < members.limit(); place++) {
            if (!isEmpty(place)) {
                tree[place + size] = best(estimator, place);
            }
        }
        combineAll(tree);
    }

    private void combineAll(long[] tree) {
        for (int node = size - 1; node > 0; node--) {
            tree[node] = better(tree[2 * node], tree[2 * node + 1]);
        }
    }

    private long best(Walk estimator, int place) {
        Candidates slots = estimator.estimateAt(members.vertex(place), shape);
        if (slots.size() == 0) {
            return none;
        }
        slots.sort(policy);
        return slots.score(0);
    }

    private long better(long one, long other) {
        return highFirst ? Math.max(one, other) : Math.min(one, other);
    }

    private void catchUp(Walk estimator) {
        if (seen < 0 || !changes.remembers(seen)) {
            rankAll(estimator, allocated);
        } else {
            for (long at = seen; at < changes.count(); at++) {
                if (changes.isOutdated(at)) {
                    continue;
                }
                int vertex = changes.vertex(at);
                boolean isAllBelow = changes.isExclusive(at) || changes.isReview(at);
                if (isAllBelow && occupancy.layout().inner(vertex) != Layout.NOT_INNER) {
                    for (int i = members.from(vertex); members.isWithin(i, vertex); i++) {
                        update(estimator, members.place(i));
                    }
                    continue;
                }
                int own = members.placeOf(vertex);
                if (own >= 0) {
                    update(estimator, own);
                }
            }
        }
        seen = changes.count();
    }

    private void update(Walk estimator, int place) {
        set(allocated, place, best(estimator, place));
    }

    private void set(long[] tree, int place, long value) {
        int node = place + size;
        if (tree[node] == value) {
            return;
        }
        tree[node] = value;
        for (node >>= 1; node > 0; node >>= 1) {
            long winner = better(tree[2 * node], tree[2 * node + 1]);
            if (tree[node] == winner) {
                return;
            }
            tree[node] = winner;
        }
    }

    /// Adds the holders that are new since the last use, and removes vertices that are no longer holders.
    private void catchUpWithStructure() {
        if (seenStructure == changes.structural()) {
            return;
        }
        seenStructure = changes.structural();
        long[] nowFewest = fewest();
        if (!Arrays.equals(fewest, nowFewest)) {
            fewest = nowFewest;
            rankAgain();
        }
        if (!changes.remembers(seenInReview)) {
            graph.forEachBelow(graph.root(), this::review);
        }
        for (long at = Math.max(seenInReview, changes.oldest()); at < changes.count(); at++) {
            if (changes.isReview(at) && occupancy.layout().post(changes.vertex(at)) >= 0) {
                graph.forEachBelow(changes.vertex(at), this::review);
            }
        }
        seenInReview = changes.count();
    }

    private void rankAgain() {
        seen = -1;
        idealKnown = false;
    }

    private void review(int vertex) {
        if (occupancy.layout().post(vertex) < 0) {
            // Reported on its own later.
            return;
        }
        boolean belongs = occupancy.layout().inner(vertex) != Layout.NOT_INNER && isHolder(vertex);
        if (belongs && members.placeOf(vertex) < 0) {
            insert(vertex);
        } else if (!belongs) {
            removing(vertex);
        }
    }

    private void insert(int vertex) {
        int place = members.insert(vertex, this::isBefore, this);
        if (place == OrderedVertices.NO_ROOM) {
            int[] origins = members.spread();
            dropGroups();
            rearrange(origins);
            place = members.insert(vertex, this::isBefore, this);
        }
        if (members.limit() > size) {
            rearrange(null);
        }
        // The member itself is ranked when the board catches up.
        combineBlock(allocated, place);
        if (idealKnown) {
            combineBlock(ideal, place);
        }
        Groups known = groups;
        if (known != null && !known.joined(place)) {
            dropGroups();
        }
    }

    private boolean isBefore(int vertex, int other) {
        return occupancy.layout().post(vertex) < occupancy.layout().post(other);
    }

    @Override
    public void move(int from, int to) {
        allocated[to + size] = allocated[from + size];
        allocated[from + size] = none;
        if (idealKnown) {
            ideal[to + size] = ideal[from + size];
            ideal[from + size] = none;
        }
    }

    /// Moves all scores to other places.
    ///
    /// @param origins the previous place of each new one; null if only their number has changed
    private void rearrange(int @Nullable [] origins) {
        int old = size;
        size = sizeFor(members.limit());
        allocated = rearranged(allocated, old, origins);
        if (idealKnown) {
            ideal = rearranged(ideal, old, origins);
        }
    }

    private long[] rearranged(long[] tree, int old, int @Nullable [] origins) {
        long[] other = new long[2 * size];
        Arrays.fill(other, none);
        if (origins == null) {
            System.arraycopy(tree, old, other, size, Math.min(old, size));
        } else {
            for (int place = 0; place < origins.length; place++) {
                other[place + size] = origins[place] < 0 ? none : tree[origins[place] + old];
            }
        }
        combineAll(other);
        return other;
    }

    private void combineBlock(long[] tree, int place) {
        int low = place / Groups.SIZE * Groups.SIZE + size;
        int high = low + Groups.SIZE - 1;
        while (low > 1) {
            low >>= 1;
            high >>= 1;
            for (int node = low; node <= high; node++) {
                tree[node] = better(tree[2 * node], tree[2 * node + 1]);
            }
        }
    }

    private void dropGroups() {
        Groups known = groups;
        if (known != null) {
            occupancy.ungroup(known);
            groups = null;
        }
    }

    /// Follows the graph before a vertex is removed.
    void removing(int vertex) {
        int place = members.placeOf(vertex);
        if (place < 0) {
            return;
        }
        Groups known = groups;
        if (known != null) {
            known.leaving(place);
        }
        members.remove(place);
        set(allocated, place, none);
        if (idealKnown) {
            set(ideal, place, none);
        }
    }

    /// Follows the graph now instead of on the next use, if that cannot wait: what is held of new members counts in
    /// their groups.
    void added() {
        if (groups != null) {
            catchUpWithStructure();
        }
    }

    private long[] fewest() {
        CompiledResource[] parts = shape[0].with;
        long[] counts = new long[parts.length];
        for (int i = 0; i < parts.length; i++) {
            counts[i] = Packing.fewest(parts[i], occupancy.layout(), highFirst);
        }
        return counts;
    }
}
