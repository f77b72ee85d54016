package dev.sluice.graph.occupancy;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.graph.plan.Timelines;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A part of what a job holds: what one match has placed, or one share that was added later.
///
/// A part is entered as a whole and mostly released as a whole. For that the list of its spans is enough. When a
/// single share is first released or reduced, the part gets two indexes, of its entries and of its spans, and from
/// then on each such change costs a few binary searches, however large the job is.
final class Part implements Held {
    private static final int[] NO_ITEMS = {};

    private final Holding holding;

    /// Higher than those of all parts that were entered earlier.
    private final long number;

    private final int[] spans;

    /// The occupancy that may change this object. Snapshots share parts, and copy one before they change it.
    private final Object owner;

    private @Nullable Shares shares;

    /// In [Holders]; empty if there is none.
    private int[] items = NO_ITEMS;

    Part(Holding holding, long number, int[] spans, Object owner) {
        this(holding, number, spans, owner, null);
    }

    private Part(Holding holding, long number, int[] spans, Object owner, @Nullable Shares shares) {
        this.holding = holding;
        this.number = number;
        this.spans = spans;
        this.owner = owner;
        this.shares = shares;
    }

    Holding holding() {
        return holding;
    }

    long number() {
        return number;
    }

    int[] items() {
        return items;
    }

    Part withItems(int[] inHolders) {
        items = inHolders;
        return this;
    }

    int[] spans() {
        return spans;
    }

    /// What is left of the placement.
    Placement placement() {
        return shares == null ? holding.placement() : shares.placement(holding.placement());
    }

    /// What is left, for readers.
    Holding current() {
        return shares == null
                ? holding
                : new Holding(holding.job(), placement(), holding.start(), holding.end(), holding.reserved());
    }

    /// What is left of an entry.
    long amount(int entry) {
        return shares == null ? holding.placement().entryAmount(entry) : shares.amount(entry);
    }

    Part withEnd(long end, Object newOwner) {
        Part mine = ownedBy(newOwner);
        Holding other = new Holding(holding.job(), holding.placement(), holding.start(), end, holding.reserved());
        return new Part(other, number, mine.spans, newOwner, mine.shares).withItems(items);
    }

    Part withSpans(int[] more, Object newOwner) {
        Part mine = ownedBy(newOwner);
        if (mine.shares != null) {
            mine.shares.spanByTimeline = new long[0];
        }
        return new Part(holding, number, more, newOwner, mine.shares).withItems(items);
    }

    /// This part if the owner may change it, or else a copy.
    @SuppressWarnings("ReferenceEquality") // this very owner
    Part ownedBy(Object newOwner) {
        if (owner == newOwner) {
            return this;
        }
        // Spans are taken out of the list only where shares are.
        Part copy = shares == null
                ? new Part(holding, number, spans, newOwner, null)
                : new Part(holding, number, spans.clone(), newOwner, new Shares(shares));
        return copy.withItems(items);
    }

    /// The indexes for changes of single shares.
    Part withShares(Object newOwner, Timelines timelines) {
        Part mine = ownedBy(newOwner);
        if (mine.shares == null) {
            mine = new Part(holding, number, spans.clone(), newOwner, new Shares(holding.placement())).withItems(items);
        }
        Objects.requireNonNull(mine.shares).indexSpans(mine.spans, timelines);
        return mine;
    }

    /// The same part without what was released.
    Part compacted(Object newOwner) {
        int count = 0;
        int[] left = new int[spans.length];
        for (int span : spans) {
            if (span != Timelines.NO_SPAN) {
                left[count++] = span;
            }
        }
        return new Part(current(), number, Arrays.copyOf(left, count), newOwner).withItems(items);
    }

    @Override
    public Part first() {
        return this;
    }

    @Override
    public List<Part> parts() {
        return List.of(this);
    }

    @Override
    public @Nullable Part part(long wanted) {
        return wanted == number ? this : null;
    }

    @Override
    public Held with(Part another, Places places) {
        return new Pieces(List.of(this, another), another.owner, places);
    }

    @Override
    public Held replaced(Part by) {
        return by;
    }

    @Override
    public @Nullable Held without(Part gone) {
        return null;
    }

    @Override
    public List<Part> partsAt(int vertex, Places places) {
        int entry = places.entryOf(holding.placement(), vertex);
        return entry < 0 || amount(entry) == 0 ? List.of() : List.of(this);
    }

    @Override
    public long amountAt(int vertex, Places places) {
        int entry = places.entryOf(holding.placement(), vertex);
        return entry < 0 || !places.isShare(holding.placement(), entry) ? 0 : amount(entry);
    }

    @Override
    public void visit(int vertex, Places places, Occupancy.ShareVisitor visitor) {
        Placement all = holding.placement();
        for (int entry = places.firstBelow(all, vertex); !places.isPast(all, entry, vertex); entry++) {
            if (amount(entry) > 0 && places.isShare(all, entry)) {
                visitor.visit(all.entryVertex(entry), amount(entry), all.isEntryExclusive(entry), all.isWhole(entry));
            }
        }
    }

    @Override
    public int lastBefore(int vertex, Places places) {
        Placement all = holding.placement();
        int entry = vertex == ResourceGraph.NO_VERTEX ? all.entryCount() : places.firstBelow(all, vertex);
        do {
            entry--;
        } while (entry >= 0 && (amount(entry) == 0 || !places.isShare(all, entry)));
        return entry < 0 ? ResourceGraph.NO_VERTEX : all.entryVertex(entry);
    }

    /// Only of a part that came from [#withShares].
    Shares shares() {
        return Objects.requireNonNull(shares);
    }

    /// Takes an amount off the part's spans on a timeline.
    void reduceSpans(Timelines timelines, int timeline, long by) {
        long[] index = shares().spanByTimeline;
        long rest = by;
        int at = Arrays.binarySearch(index, (long) timeline << Integer.SIZE);
        for (int i = at < 0 ? -at - 1 : at; rest > 0 && i < index.length; i++) {
            if ((int) (index[i] >>> Integer.SIZE) != timeline) {
                return;
            }
            int place = (int) index[i];
            int span = spans[place];
            if (span == Timelines.NO_SPAN) {
                continue;
            }
            long amount = timelines.amount(span);
            long off = Math.min(rest, amount);
            timelines.reduceSpan(span, off);
            spans[place] = off == amount ? Timelines.NO_SPAN : span;
            rest -= off;
        }
    }

    /// Which entries of a part are left, how much of each, and which spans are on which timeline.
    static final class Shares {
        private final int[] parent;

        /// How many entries right below each are left.
        private final int[] below;

        /// 0 once the entry is released.
        private final long[] amount;

        /// Timeline in the upper half, place in the list of spans in the lower; sorted. Empty until first needed.
        private long[] spanByTimeline = {};

        private Shares(Placement placement) {
            int count = placement.entryCount();
            parent = new int[count];
            below = new int[count];
            amount = new long[count];
            int[] openAt = new int[16];
            Arrays.fill(openAt, -1);
            for (int i = count - 1; i >= 0; i--) {
                int depth = placement.entryDepth(i);
                if (depth >= openAt.length) {
                    openAt = Arrays.copyOf(openAt, 2 * depth);
                }
                openAt[depth] = i;
                parent[i] = i == count - 1 ? -1 : openAt[depth - 1];
                amount[i] = placement.entryAmount(i);
                if (parent[i] >= 0) {
                    below[parent[i]]++;
                }
            }
        }

        private Shares(Shares other) {
            parent = other.parent;
            below = other.below.clone();
            amount = other.amount.clone();
            spanByTimeline = other.spanByTimeline;
        }

        private void indexSpans(int[] spans, Timelines timelines) {
            if (spanByTimeline.length > 0 || spans.length == 0) {
                return;
            }
            long[] keys = new long[spans.length];
            int count = 0;
            for (int i = 0; i < spans.length; i++) {
                if (spans[i] != Timelines.NO_SPAN) {
                    keys[count++] = ((long) timelines.timeline(spans[i]) << Integer.SIZE) | i;
                }
            }
            spanByTimeline = Arrays.copyOf(keys, count);
            Arrays.sort(spanByTimeline);
        }

        /// The entry that contains this one, or -1.
        int parent(int entry) {
            return parent[entry];
        }

        boolean isLeft(int entry) {
            return amount[entry] > 0;
        }

        long amount(int entry) {
            return amount[entry];
        }

        void reduce(int entry, long by) {
            amount[entry] -= by;
        }

        /// How many entries right below this one are left.
        int below(int entry) {
            return below[entry];
        }

        /// Marks an entry with all below it as released, and those above that contain nothing else.
        void release(int from, int entry) {
            for (int i = from; i <= entry; i++) {
                amount[i] = 0;
            }
            int above = parent[entry];
            while (above >= 0 && --below[above] == 0) {
                amount[above] = 0;
                above = parent[above];
            }
        }

        Placement placement(Placement whole) {
            Placement.Builder rest = Placement.builder();
            for (int i = 0; i < amount.length; i++) {
                if (isLeft(i)) {
                    rest.addEntry(whole, i, amount[i]);
                }
            }
            return rest.build();
        }
    }
}
