package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.occupancy.OrderedVertices;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Tells where the best slots of one shape may be packed: a tournament over its [SlotHolders].
///
/// The score of a slot depends on which children are free, so there is no fixed order of holders. The board keeps for
/// each holder a bound of the score of the best slot it could pack without reservations, and a tree of winners above
/// them, which a [SlotSearch] reads from the top. For start times in the future, it has the bounds on an empty machine.
///
/// After a change of allocations only the affected holders are estimated again, when the board is next used. It is the
/// same with holders that are resized or new; those that are removed leave the board at once. A board whose list has
/// changed a lot since its last use is no longer kept, and made anew then.
///
/// | cost, n holders | |
/// |---|---|
/// | a changed holder | its children, and O(log n) |
/// | memory | 16 bytes a place, 32 once a match looked ahead |
///
/// Invariant: a bound is at least as good as any slot that its holder can pack, whatever else is refused or reserved.
final class SlotBoard {
    /// One in so many places may change between two uses; with more changes the board is made anew.
    private static final int CHANGED_MAX_SHARE = 8;

    private static final long[] NONE_YET = {};

    private final Occupancy occupancy;
    private final ChangeLog changes;
    private final MatchPolicy policy;
    private final boolean highFirst;
    private final long none;
    private final SlotHolders holders;
    private final OrderedVertices members;
    private final int initialPlaces;
    private CompiledResource[] shape;
    private int size;

    private long[] allocated = NONE_YET;
    private long[] ideal = NONE_YET;
    private long seen;
    private long idealSeen;
    private long seenStructure;
    private long seenByIdeal;
    private boolean idealKnown;

    /// Whether the trees do not follow the places of the list, and must be made anew.
    private boolean isStale = true;

    /// Places that have changed since the last use.
    private int changedPlaces;

    /// The fewest vertices of each part that a slot takes: scores depend on it.
    private long[] fewest;

    private boolean isDropped;

    /// @param shape a single slot
    SlotBoard(
            Occupancy occupancy, MatchPolicy policy, ChangeLog changes, SlotHolders holders, CompiledResource[] shape) {
        this.occupancy = occupancy;
        this.changes = changes;
        this.policy = policy;
        this.shape = shape;
        this.highFirst = policy.highFirst();
        this.none = highFirst ? Long.MIN_VALUE : Long.MAX_VALUE;
        this.holders = holders;
        this.members = holders.members();
        this.initialPlaces = sizeFor(members.limit());
        this.seenStructure = changes.structural();
        this.fewest = fewest();
    }

    private static int sizeFor(int places) {
        return Math.max(Groups.SIZE, Integer.highestOneBit(Math.max(1, 2 * places - 1)));
    }

    /// Whether the board is no longer kept up to date.
    boolean isDropped() {
        return isDropped;
    }

    void drop() {
        isDropped = true;
    }

    /// How many places the board was made with; its memory is proportional to it.
    int places() {
        return initialPlaces;
    }

    /// Replaces the compiled request, whose bounds follow the machine.
    void setShape(CompiledResource[] compiled) {
        shape = compiled;
    }

    SlotHolders holders() {
        return holders;
    }

    /// The bound of a holder that cannot pack any slot.
    long none() {
        return none;
    }

    /// The tree of score bounds for the view of the match: node 1 is the root, and the leaves are the places of the
    /// list.
    long[] bounds(View view, Walk estimator) {
        holders.catchUp();
        catchUpWithFewest();
        if (isStale) {
            makeAnew();
        }
        changedPlaces = 0;
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

    private void catchUpWithFewest() {
        if (seenStructure != changes.structural()) {
            seenStructure = changes.structural();
            long[] now = fewest();
            if (!Arrays.equals(fewest, now)) {
                fewest = now;
                seen = -1;
                idealKnown = false;
            }
        }
    }

    private void makeAnew() {
        isStale = false;
        size = sizeFor(members.limit());
        if (allocated.length != 2 * size) {
            allocated = new long[2 * size];
        }
        Arrays.fill(allocated, none);
        seen = -1;
        ideal = NONE_YET;
        idealKnown = false;
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
            if (members.vertex(place) != ResourceGraph.NO_VERTEX) {
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

    /// Notes that the list has a new member, which itself is ranked when the board catches up.
    void joined(int place) {
        if (members.limit() > size) {
            rearranged(null);
        }
        if (isKept()) {
            combineBlock(allocated, place);
            if (idealKnown) {
                combineBlock(ideal, place);
            }
        }
    }

    /// Notes that a member has got another place, before its block is combined.
    void moved(int from, int to) {
        if (isStale) {
            return;
        }
        allocated[to + size] = allocated[from + size];
        allocated[from + size] = none;
        if (idealKnown) {
            ideal[to + size] = ideal[from + size];
            ideal[from + size] = none;
        }
    }

    /// Notes that the place of a member is empty now.
    void left(int place) {
        if (isKept()) {
            set(allocated, place, none);
            if (idealKnown) {
                set(ideal, place, none);
            }
        }
    }

    /// Counts a change of the list, and gives up if there were too many.
    private boolean isKept() {
        changedPlaces++;
        isStale |= changedPlaces > size / CHANGED_MAX_SHARE;
        return !isStale;
    }

    /// Notes that all members have other places.
    ///
    /// @param origins the previous place of each new one; null if only their number has changed
    void rearranged(int @Nullable [] origins) {
        if (isStale) {
            return;
        }
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

    private long[] fewest() {
        CompiledResource[] parts = shape[0].with;
        long[] counts = new long[parts.length];
        for (int i = 0; i < parts.length; i++) {
            counts[i] = Packing.fewest(parts[i], occupancy.layout(), highFirst);
        }
        return counts;
    }
}
