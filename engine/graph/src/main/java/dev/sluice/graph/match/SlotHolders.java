package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.occupancy.OrderedVertices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The *holders* of slots with certain types inside, in post-order: the vertices from whose children such slots are
/// packed. They have children of all these types, and no ancestor has.
///
/// The amounts of a slot do not matter, so that hundreds of shapes share one list, and one set of groups in which
/// what is held is entered once. The scores of each shape are in a [SlotBoard] of its own, over the places of the list;
/// it is told of each change of places at once.
///
/// New vertices are looked for in the change log when the list is next used, or at once if it has groups: what is held
/// of new members counts there. Vertices that are removed leave at once.
final class SlotHolders implements OrderedVertices.Mover {
    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final ChangeLog changes;

    /// Type numbers, each once.
    private final int[] types;

    private final OrderedVertices members;
    private final List<SlotBoard> boards = new ArrayList<>();
    private long seenStructure;
    private long seenInReview;
    private @Nullable Groups groups;
    private @Nullable LastingStock lasting;

    SlotHolders(ResourceGraph graph, Occupancy occupancy, ChangeLog changes, int[] types) {
        this.graph = graph;
        this.occupancy = occupancy;
        this.changes = changes;
        this.types = types;
        this.members = new OrderedVertices(all(), occupancy.layout());
        this.seenStructure = changes.structural();
        this.seenInReview = changes.count();
    }

    /// The types inside a slot, in ascending order: slots with the same types have the same holders.
    static int[] typesIn(CompiledResource slot) {
        return Arrays.stream(slot.with)
                .mapToInt(part -> part.type)
                .sorted()
                .distinct()
                .toArray();
    }

    private int[] all() {
        Layout layout = occupancy.layout();
        int[] holders = new int[16];
        int found = 0;
        for (int vertex = layout.firstInOrder();
                vertex != ResourceGraph.NO_VERTEX;
                vertex = layout.nextInOrder(vertex)) {
            if (isHolder(vertex)) {
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
        if (layout.inner(vertex) == Layout.NOT_INNER) {
            return false;
        }
        for (int type : types) {
            if (!layout.hasChildOfType(vertex, type)) {
                return false;
            }
        }
        return true;
    }

    OrderedVertices members() {
        return members;
    }

    void add(SlotBoard board) {
        boards.add(board);
    }

    /// Notes that a board is no longer used.
    ///
    /// @return whether none is left, so that the list can be forgotten
    boolean remove(SlotBoard board) {
        boards.remove(board);
        if (boards.isEmpty()) {
            dropGroups();
        }
        return boards.isEmpty();
    }

    /// Forgets all boards.
    void drop() {
        boards.forEach(SlotBoard::drop);
        boards.clear();
        dropGroups();
    }

    /// Whether there are enough holders for groups to pay off.
    boolean hasMany() {
        return members.size() > Groups.SIZE;
    }

    /// The groups, which count all planned types that the slot needs.
    Groups groups(CompiledResource slot) {
        catchUp();
        Groups known = groups;
        if (known == null) {
            known = occupancy.group(members);
            groups = known;
        }
        slot.countIn(known, occupancy);
        return known;
    }

    /// What the holders have left once all has ended that has an end.
    LastingStock lasting() {
        catchUp();
        LastingStock known = lasting;
        if (known == null) {
            known = new LastingStock(graph, occupancy, changes, members);
            lasting = known;
        }
        return known;
    }

    /// Adds the holders that are new since the last use, and removes vertices that are no longer holders.
    void catchUp() {
        if (seenStructure == changes.structural()) {
            return;
        }
        seenStructure = changes.structural();
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

    private void review(int vertex) {
        if (occupancy.layout().post(vertex) < 0) {
            // Reported on its own later.
            return;
        }
        if (!isHolder(vertex)) {
            removing(vertex);
        } else if (members.placeOf(vertex) < 0) {
            insert(vertex);
        }
    }

    private void insert(int vertex) {
        int place = members.insert(vertex, this::isBefore, this);
        if (place == OrderedVertices.NO_ROOM) {
            int[] origins = members.spread();
            dropGroups();
            boards.forEach(board -> board.rearranged(origins));
            if (lasting != null) {
                lasting.rearranged();
            }
            place = members.insert(vertex, this::isBefore, this);
        }
        for (SlotBoard board : boards) {
            board.joined(place);
        }
        if (lasting != null) {
            lasting.joined(place);
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
        for (SlotBoard board : boards) {
            board.moved(from, to);
        }
        if (lasting != null) {
            lasting.moved(from, to);
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
        for (SlotBoard board : boards) {
            board.left(place);
        }
        if (lasting != null) {
            lasting.left(place);
        }
    }

    /// Follows the graph now instead of on the next use, if that cannot wait.
    void added() {
        if (groups != null) {
            catchUp();
        }
    }

    private void dropGroups() {
        Groups known = groups;
        if (known != null) {
            occupancy.ungroup(known);
            groups = null;
        }
    }
}
