package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Availability;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.occupancy.OrderedVertices;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Vertices in the order of a policy, with a fast search for the next one that may have enough.
///
/// A segment tree over the list knows for each range the largest stock of each counted type, and whether any vertex is
/// unused. The search skips ranges with too little. For example, the first node with 3 cores in stock:
///
/// ```
///               4                 3 <= 4: go down
///          2         4            3 > 2: skip node0 and node1; 3 <= 4: go down
///        2   1     0   4          3 > 0: skip node2; node3 is the candidate
/// ```
///
/// The result is a candidate that the walk then checks: the largest core count and the largest GPU count of a range may
/// be those of two vertices, and reservations are not in the stock.
///
/// For times in the future there is no tree, as the stock says nothing about them. Groups of 32 neighbours have
/// timelines of what is free instead ([Groups]); a group with too little in the window is skipped, and in the others
/// each vertex is asked.
///
/// A ranking is brought up to date when it is next used: it reads from the change log whose use or capacity has changed
/// and which vertices are new. Vertices that are removed leave it at once.
///
/// | cost, n members, t counted types | |
/// |---|---|
/// | the next candidate | O(t log n) for each range that holds out hope in vain |
/// | a changed member | O(t log n), less where nothing changes above it |
/// | memory | 16 t + 2 bytes a place |
///
/// Invariant: the tree's numbers are those of the change log's position `seen`, and never less than what is free then.
final class Ranking implements OrderedVertices.Mover {
    /// Lists up to this length are scanned: maintaining the tree would cost more.
    private static final int FEW = 4;

    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final Availability availability;
    private final PolicyOrder order;
    private final OrderedVertices members;
    private final ChangeLog changes;

    /// The type of the members.
    private final int type;

    /// The vertex whose children they are, or [ResourceGraph#NO_VERTEX] if they are all vertices of the type.
    private final int parent;

    private final int types;
    private int size;
    private long[] inStock;
    private boolean[] unused;
    private long seen = -1;
    private long seenStructure;
    private long seenInReview;
    private @Nullable Groups groups;
    private @Nullable LastingStock lasting;

    // The request of the present search, with the counted types of which it needs any.
    private final int[] neededTypes;
    private final long[] needs;
    private int neededCount;
    private boolean needsUnused;
    private boolean looksAtGroups;
    private View view = View.NOW;
    private long start;
    private long end;

    /// @param ofType the type of all members, or -1 if they are children of any type
    Ranking(
            ResourceGraph graph,
            Occupancy occupancy,
            PolicyOrder order,
            int[] vertices,
            int ofType,
            int parent,
            ChangeLog changes) {
        this.graph = graph;
        this.occupancy = occupancy;
        this.availability = occupancy.availability();
        this.order = order;
        this.type = ofType;
        this.parent = parent;
        Layout layout = occupancy.layout();
        this.members = new OrderedVertices(vertices, layout);
        this.changes = changes;
        this.seenStructure = changes.structural();
        this.seenInReview = changes.count();
        this.types = layout.countedCount();
        this.neededTypes = new int[types];
        this.needs = new long[types];
        this.size = sizeFor(vertices.length);
        this.inStock = new long[2 * size * types];
        this.unused = new boolean[2 * size];
    }

    private static int sizeFor(int places) {
        return Math.max(Groups.SIZE, Integer.highestOneBit(Math.max(1, places * 2 - 1)));
    }

    /// The groups, which count all planned types that the request needs.
    Groups groups(CompiledResource wanted) {
        catchUpWithStructure();
        Groups known = groups;
        if (known == null) {
            known = occupancy.group(members);
            groups = known;
        }
        wanted.countIn(known, occupancy);
        return known;
    }

    /// What the members have left once all has ended that has an end.
    LastingStock lasting() {
        catchUpWithStructure();
        LastingStock known = lasting;
        if (known == null) {
            known = new LastingStock(graph, occupancy, changes, members);
            lasting = known;
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
        catchUpWithStructure();
        view = how;
        start = from;
        end = to;
        needsUnused = whole;
        neededCount = wanted.neededCount();
        for (int i = 0; i < neededCount; i++) {
            neededTypes[i] = wanted.neededType(i);
            needs[i] = wanted.neededAmount(i);
        }
        if (how == View.PLANNED) {
            keepPlannedNeeds();
            // Short lists are scanned.
            looksAtGroups = neededCount > 0 && members.size() > Groups.SIZE;
            if (looksAtGroups) {
                groups(wanted);
            }
        } else if (how.seesHoldings() && members.size() > FEW) {
            catchUp();
        }
    }

    /// Of the other types, only the walk knows what is free in the future.
    private void keepPlannedNeeds() {
        int kept = 0;
        for (int i = 0; i < neededCount; i++) {
            if (availability.isPlanned(neededTypes[i])) {
                neededTypes[kept] = neededTypes[i];
                needs[kept++] = needs[i];
            }
        }
        neededCount = kept;
    }

    /// The first index from `from` on whose vertex may satisfy the request, or -1.
    int next(int from) {
        if (from >= members.limit()) {
            return -1;
        }
        if (members.size() <= FEW) {
            return nextMember(from);
        }
        int node = from + size;
        while (true) {
            if (mayDo(node)) {
                if (node >= size) {
                    return node - size < members.limit() ? node - size : -1;
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

    private int nextMember(int from) {
        int place = from;
        while (place < members.limit() && members.vertex(place) == ResourceGraph.NO_VERTEX) {
            place++;
        }
        return place < members.limit() ? place : -1;
    }

    private boolean mayDo(int node) {
        if (node >= size && isEmpty(node - size)) {
            return false;
        }
        if (view == View.PLANNED) {
            return mayDoLater(node);
        }
        if (!view.seesHoldings()) {
            return true;
        }
        if (needsUnused && !unused[node]) {
            return false;
        }
        for (int i = 0; i < neededCount; i++) {
            if (inStock[node * types + neededTypes[i]] < needs[i]) {
                return false;
            }
        }
        return true;
    }

    private boolean mayDoLater(int node) {
        if (node >= size) {
            int place = node - size;
            return place >= members.limit() || mayHaveAll(members.vertex(place));
        }
        Groups known = groups;
        if (known == null || !looksAtGroups) {
            return true;
        }
        int level = Integer.numberOfTrailingZeros(size) - (31 - Integer.numberOfLeadingZeros(node));
        if (1 << level != Groups.SIZE) {
            return true;
        }
        int group = node - size / Groups.SIZE;
        for (int i = 0; i < neededCount; i++) {
            if (group * Groups.SIZE >= members.limit() || known.free(neededTypes[i], group, start, end) < needs[i]) {
                return false;
            }
        }
        return true;
    }

    /// Places behind the end count as occupied: the search ends there.
    private boolean isEmpty(int place) {
        return place < members.limit() && members.vertex(place) == ResourceGraph.NO_VERTEX;
    }

    /// Also asks the parent: a job that holds it exclusively leaves no mark on the vertex itself.
    private boolean mayHaveAll(int vertex) {
        int above = graph.parent(vertex);
        for (int i = 0; i < neededCount; i++) {
            int counted = neededTypes[i];
            long need = needs[i];
            if (availability.freeOf(counted, vertex, start, end) < need
                    || (above != ResourceGraph.NO_VERTEX && availability.freeOf(counted, above, start, end) < need)) {
                return false;
            }
        }
        return true;
    }

    private void catchUp() {
        if (seen < 0 || !changes.remembers(seen)) {
            measureAll();
        } else {
            for (long at = seen; at < changes.count(); at++) {
                if (changes.isOutdated(at)) {
                    continue;
                }
                int vertex = changes.vertex(at);
                if (changes.isExclusive(at) && occupancy.layout().inner(vertex) != Layout.NOT_INNER) {
                    for (int i = members.from(vertex); members.isWithin(i, vertex); i++) {
                        update(members.place(i));
                    }
                    continue;
                }
                int own = members.placeOf(vertex);
                if (own >= 0) {
                    update(own);
                }
            }
        }
        seen = changes.count();
    }

    private void measureAll() {
        Arrays.fill(inStock, 0);
        Arrays.fill(unused, false);
        for (int place = 0; place < members.limit(); place++) {
            if (!isEmpty(place)) {
                measure(place);
            }
        }
        for (int node = size - 1; node > 0; node--) {
            combine(node);
        }
    }

    /// Adds the members that are new since the last use.
    private void catchUpWithStructure() {
        if (seenStructure == changes.structural()) {
            return;
        }
        seenStructure = changes.structural();
        if (!changes.remembers(seenInReview)) {
            graph.forEachBelow(parent == ResourceGraph.NO_VERTEX ? graph.root() : parent, this::review);
        }
        for (long at = Math.max(seenInReview, changes.oldest()); at < changes.count(); at++) {
            if (changes.isReview(at) && occupancy.layout().post(changes.vertex(at)) >= 0) {
                graph.forEachBelow(changes.vertex(at), this::review);
            }
        }
        seenInReview = changes.count();
    }

    private void review(int vertex) {
        boolean belongs =
                parent == ResourceGraph.NO_VERTEX ? graph.typeNumber(vertex) == type : graph.parent(vertex) == parent;
        if (belongs && occupancy.layout().post(vertex) >= 0 && members.placeOf(vertex) < 0) {
            insert(vertex);
        }
    }

    private void insert(int vertex) {
        int place = members.insert(vertex, order::isBefore, this);
        if (place == OrderedVertices.NO_ROOM) {
            spread();
            place = members.insert(vertex, order::isBefore, this);
        }
        if (sizeFor(members.limit()) != size) {
            size = sizeFor(members.limit());
            inStock = new long[2 * size * types];
            unused = new boolean[2 * size];
            seen = -1;
        }
        Groups known = groups;
        if (known != null && !known.joined(place)) {
            dropGroups();
        }
        if (lasting != null) {
            lasting.joined(place);
        }
        if (seen >= 0) {
            // Up to the rest of its block was moved.
            int first = place / Groups.SIZE * Groups.SIZE;
            for (int moved = first; moved < Math.min(first + Groups.SIZE, members.limit()); moved++) {
                remeasure(moved);
            }
        }
    }

    private void remeasure(int place) {
        if (isEmpty(place)) {
            clear(place);
        } else {
            update(place);
        }
    }

    @Override
    public void move(int from, int to) {
        // All moved members are measured again in the tree of what is in stock.
        if (lasting != null) {
            lasting.moved(from, to);
        }
    }

    private void spread() {
        members.spread();
        dropGroups();
        if (lasting != null) {
            lasting.rearranged();
        }
        seen = -1;
    }

    void dropGroups() {
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
        if (lasting != null) {
            lasting.left(place);
        }
        if (seen >= 0) {
            clear(place);
        }
    }

    /// Follows the graph now instead of on the next use, if that cannot wait: what is held of new members counts in
    /// their groups.
    void added() {
        if (groups != null) {
            catchUpWithStructure();
        }
    }

    private void clear(int place) {
        int node = place + size;
        boolean changed = set(node, false);
        for (int counted = 0; counted < types; counted++) {
            changed |= set(node * types + counted, 0);
        }
        if (changed) {
            combineAbove(place);
        }
    }

    private void combineAbove(int place) {
        for (int node = (place + size) >> 1; node > 0 && combine(node); node >>= 1) {
            // Stops where nothing changes any more.
        }
    }

    private void update(int place) {
        if (measure(place)) {
            combineAbove(place);
        }
    }

    private boolean measure(int place) {
        int vertex = members.vertex(place);
        int node = place + size;
        boolean taken = isTakenFromAbove(vertex);
        boolean changed = set(node, !taken && !availability.isAllocated(vertex));
        for (int type = 0; type < types; type++) {
            changed |= set(node * types + type, taken ? 0 : inStock(vertex, type));
        }
        return changed;
    }

    private long inStock(int vertex, int type) {
        Layout layout = occupancy.layout();
        if (layout.inner(vertex) != Layout.NOT_INNER) {
            return availability.stock().free(vertex, type);
        }
        return layout.counted(graph.typeNumber(vertex)) == type ? availability.notAllocated(vertex) : 0;
    }

    private boolean isTakenFromAbove(int vertex) {
        for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            if (availability.isAllocatedExclusively(above)) {
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
