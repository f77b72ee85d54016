package dev.sluice.graph.occupancy;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a job holds that came in pieces: each pod that replaces another one is a part of its own, so a job that runs
/// for long has thousands.
///
/// The parts are found by their numbers, which are in the order of entry, and by an index of *shares*: for each vertex
/// how much of it is held and by which parts. So each change of a share costs a few binary searches, however many
/// parts there are. The index is built when a vertex is first asked for.
///
/// | cost, with n parts | |
/// |---|---|
/// | a part added, replaced or removed | O(log n) for each of its shares |
/// | parts at a vertex | O(log n), and those found |
/// | amount held of a vertex | O(log n) |
///
/// An object is changed only by the occupancy that owns it; others copy it first.
final class Pieces implements Held {
    private final Object owner;
    private final Places places;
    private final TreeMap<Long, Part> parts;

    /// By vertex, in post-order. Null until first asked for.
    private @Nullable NavigableMap<Integer, Shares> sharesAt;

    /// What is held of one vertex.
    private static final class Shares {
        private long amount;

        /// The numbers of the parts, sorted. New parts have higher numbers, and the last is given back first, so
        /// nearly all changes are at the end.
        private long[] numbers = new long[1];

        private int count;

        void add(long number, long more) {
            amount += more;
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            int at = count == 0 || numbers[count - 1] < number ? count : -1 - search(number);
            System.arraycopy(numbers, at, numbers, at + 1, count - at);
            numbers[at] = number;
            count++;
        }

        void remove(long number, long less) {
            amount -= less;
            int at = search(number);
            System.arraycopy(numbers, at + 1, numbers, at, count - at - 1);
            count--;
        }

        private int search(long number) {
            return count > 0 && numbers[count - 1] == number
                    ? count - 1
                    : Arrays.binarySearch(numbers, 0, count, number);
        }
    }

    Pieces(Collection<Part> parts, Object owner, Places places) {
        this.owner = owner;
        this.places = places;
        this.parts = new TreeMap<>();
        parts.forEach(part -> this.parts.put(part.number(), part));
    }

    /// These pieces if the owner may change them, or else a copy.
    @SuppressWarnings("ReferenceEquality") // this very owner
    Pieces ownedBy(Object newOwner, Places newPlaces) {
        return owner == newOwner ? this : new Pieces(parts.values(), newOwner, newPlaces);
    }

    @Override
    public Part first() {
        return parts.firstEntry().getValue();
    }

    @Override
    public List<Part> parts() {
        return List.copyOf(parts.values());
    }

    @Override
    public @Nullable Part part(long number) {
        return parts.get(number);
    }

    @Override
    public Held with(Part another, Places unused) {
        parts.put(another.number(), another);
        if (sharesAt != null) {
            enter(another, sharesAt);
        }
        return this;
    }

    @Override
    public Held replaced(Part by) {
        parts.put(by.number(), by);
        return this;
    }

    @Override
    public @Nullable Held without(Part gone) {
        parts.remove(gone.number());
        Placement placement = gone.holding().placement();
        for (int entry = 0; entry < placement.entryCount(); entry++) {
            drop(gone, entry, gone.amount(entry));
        }
        return parts.isEmpty() ? null : this;
    }

    /// Notes that an amount of an entry is about to be given back.
    void drop(Part part, int entry, long amount) {
        Placement placement = part.holding().placement();
        if (sharesAt == null || amount == 0 || !places.isShare(placement, entry)) {
            return;
        }
        int vertex = placement.entryVertex(entry);
        Shares shares = Objects.requireNonNull(sharesAt.get(vertex));
        if (amount < part.amount(entry)) {
            shares.amount -= amount;
        } else if (shares.count == 1) {
            sharesAt.remove(vertex);
        } else {
            shares.remove(part.number(), amount);
        }
    }

    private NavigableMap<Integer, Shares> sharesAt() {
        NavigableMap<Integer, Shares> known = sharesAt;
        if (known == null) {
            known = new TreeMap<>(
                    Comparator.comparingInt(vertex -> places.layout().post(vertex)));
            for (Part part : parts.values()) {
                enter(part, known);
            }
            sharesAt = known;
        }
        return known;
    }

    private void enter(Part part, Map<Integer, Shares> into) {
        Placement placement = part.holding().placement();
        for (int entry = 0; entry < placement.entryCount(); entry++) {
            if (part.amount(entry) > 0 && places.isShare(placement, entry)) {
                Shares shares = into.computeIfAbsent(placement.entryVertex(entry), _ -> new Shares());
                shares.add(part.number(), part.amount(entry));
            }
        }
    }

    private Map<Integer, Shares> sharesBelow(int vertex) {
        return sharesAt().subMap(places.layout().firstBelow(vertex), true, vertex, true);
    }

    @Override
    public List<Part> partsAt(int vertex, Places unused) {
        if (!places.isTree()) {
            // A shared vertex lies below one of its parents only, but not all parts hold it through that one.
            return parts.values().stream()
                    .filter(part -> !part.partsAt(vertex, places).isEmpty())
                    .toList();
        }
        TreeSet<Long> numbers = new TreeSet<>();
        for (Shares shares : sharesBelow(vertex).values()) {
            for (int i = 0; i < shares.count; i++) {
                numbers.add(shares.numbers[i]);
            }
        }
        List<Part> found = new ArrayList<>(numbers.size());
        for (long number : numbers) {
            found.add(Objects.requireNonNull(parts.get(number)));
        }
        return found;
    }

    @Override
    public long amountAt(int vertex, Places unused) {
        Shares shares = sharesAt().get(vertex);
        return shares == null ? 0 : shares.amount;
    }

    /// The part that was entered last of those that hold something of a vertex.
    Part lastAt(int vertex) {
        Shares shares = Objects.requireNonNull(sharesAt().get(vertex));
        return Objects.requireNonNull(parts.get(shares.numbers[shares.count - 1]));
    }

    @Override
    public void visit(int vertex, Places unused, Occupancy.ShareVisitor visitor) {
        sharesBelow(vertex).forEach((at, shares) -> {
            Placement one = lastAt(at).holding().placement();
            int entry = places.entryOf(one, at);
            visitor.visit(at, shares.amount, one.isEntryExclusive(entry), one.isWhole(entry));
        });
    }

    @Override
    public int lastBefore(int vertex, Places unused) {
        NavigableMap<Integer, Shares> all = sharesAt();
        Map.Entry<Integer, Shares> last = vertex == ResourceGraph.NO_VERTEX
                ? all.lastEntry()
                : all.lowerEntry(places.layout().firstBelow(vertex));
        return last == null ? ResourceGraph.NO_VERTEX : last.getKey();
    }
}
