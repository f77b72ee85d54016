package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.graph.plan.Timelines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// What each job holds, in [Part]s, and which parts hold something at a vertex.
///
/// A copy shares the parts with its original. Both then have new owners, so each copies a part before changing it.
final class Holdings {
    private final Layout layout;
    private final Places places;
    private final Timelines timelines;
    private final Taking taking;
    private final HeldByJob byJob;
    private long nextPart;

    /// Null until the machine first changes.
    private @Nullable Holders holders;

    /// Stands for this object until the next copy: parts of before are shared with the copy.
    private Object owner = new Object();

    Holdings(Layout layout, Timelines timelines) {
        this(layout, timelines, new HeldByJob(), 0);
    }

    /// Copies what `other` has to a copy of its layout and its timelines.
    Holdings(Holdings other, Layout layout, Timelines timelines) {
        this(layout, timelines, new HeldByJob(other.byJob), other.nextPart);
        other.owner = new Object();
    }

    private Holdings(Layout layout, Timelines timelines, HeldByJob byJob, long nextPart) {
        this.layout = layout;
        this.places = new Places(layout);
        this.timelines = timelines;
        this.taking = new Taking(timelines);
        this.byJob = byJob;
        this.nextPart = nextPart;
    }

    Places places() {
        return places;
    }

    @Nullable
    Held get(long job) {
        return byJob.get(job);
    }

    void put(long job, Held held) {
        byJob.put(job, held);
    }

    /// Takes a job out; its parts stay in the index of holders.
    @Nullable
    Held remove(long job) {
        return byJob.remove(job);
    }

    /// What a job holds, as an object that may be changed.
    @Nullable
    Held owned(long job) {
        Held held = byJob.get(job);
        if (held instanceof Pieces pieces) {
            held = pieces.ownedBy(owner, places);
            byJob.put(job, held);
        }
        return held;
    }

    private Held ownedAt(int entry) {
        Held held = byJob.at(entry);
        return held instanceof Pieces pieces ? pieces.ownedBy(owner, places) : held;
    }

    /// Adds a part to what a job holds, or its first one.
    void add(Part part) {
        long job = part.holding().job();
        Held held = owned(job);
        byJob.put(job, held == null ? part : held.with(part, places));
    }

    /// A part with the next number.
    Part newPart(Holding holding, int[] spans) {
        return newPart(holding, nextPart++, spans);
    }

    Part newPart(Holding holding, long number, int[] spans) {
        Part part = new Part(holding, number, spans, owner);
        return holders == null ? part : part.withItems(holders.add(holding.job(), number, holding.placement()));
    }

    /// Takes a part out of the index of holders.
    void unlist(Part part) {
        if (holders != null) {
            holders.remove(part.items());
        }
    }

    /// A part whose single shares may be changed.
    Part withShares(Part part) {
        return part.withShares(owner, timelines);
    }

    /// Changes the end of a part, as far as it is noted there.
    Held withEnd(Held held, Part part, long end) {
        return held.replaced(part.withEnd(end, owner));
    }

    /// Drops released entries at a vertex that is about to be removed: the entries of a part must stay in order.
    void forgetReleased(long job, long number, int top) {
        Held held = owned(job);
        Part part = held == null ? null : held.part(number);
        if (held == null || part == null || places.entryOf(part.holding().placement(), top) < 0) {
            return;
        }
        Part rest = part.compacted(owner);
        Holders index = holders();
        index.remove(part.items());
        rest.withItems(index.add(job, number, rest.holding().placement()));
        byJob.put(job, held.replaced(rest));
    }

    /// Adds spans to all parts, for timelines that were not maintained before.
    void addToAll(BiConsumer<Holding, SpanSink> spans) {
        for (int entry = byJob.first(); entry != HeldByJob.NONE; entry = byJob.next(entry)) {
            Held held = ownedAt(entry);
            for (Part part : held.parts()) {
                taking.begin(part.holding().start(), part.holding().end());
                spans.accept(part.current(), taking);
                held = held.replaced(part.withSpans(taking.after(part.spans()), owner));
            }
            byJob.set(entry, held);
        }
    }

    /// Visits what the job holds at a vertex and below it, in post-order and each vertex once; the rest of the job is
    /// not looked at. Vertices whose use is implied by what is held below them are left out.
    void visitShares(long job, int vertex, Occupancy.ShareVisitor visitor) {
        Held held = owned(job);
        if (held != null) {
            held.visit(vertex, places, visitor);
        }
    }

    /// How much the job holds of a vertex, in all its parts together.
    long amountAt(long job, int vertex) {
        Held held = owned(job);
        return held == null ? 0 : held.amountAt(vertex, places);
    }

    /// The last vertex in post-order of which the job holds a share, of those before a vertex and all below it, or
    /// [ResourceGraph#NO_VERTEX].
    ///
    /// @param vertex [ResourceGraph#NO_VERTEX] for the last of all
    int lastShareBefore(long job, int vertex) {
        Held held = owned(job);
        return held == null ? ResourceGraph.NO_VERTEX : held.lastBefore(vertex, places);
    }

    /// What the job holds, if it has no other times in other parts; then the first part.
    Optional<Holding> first(long job) {
        Held held = byJob.get(job);
        return held == null ? Optional.empty() : Optional.of(held.first().current());
    }

    /// All parts of what the job holds.
    List<Holding> of(long job) {
        List<Holding> parts = new ArrayList<>();
        Held held = byJob.get(job);
        if (held != null) {
            held.parts().forEach(part -> parts.add(part.current()));
        }
        return parts;
    }

    /// All parts of all jobs.
    List<Holding> all() {
        List<Holding> all = new ArrayList<>(byJob.size());
        for (int entry = byJob.first(); entry != HeldByJob.NONE; entry = byJob.next(entry)) {
            byJob.at(entry).parts().forEach(part -> all.add(part.current()));
        }
        return all;
    }

    void makeRoom() {
        if (holders != null) {
            holders.makeRoom();
        }
    }

    /// The index of holders, which is made on first use.
    Holders holders() {
        Holders known = holders;
        if (known == null) {
            known = new Holders(layout);
            for (int entry = byJob.first(); entry != HeldByJob.NONE; entry = byJob.next(entry)) {
                Held held = ownedAt(entry);
                for (Part part : held.parts()) {
                    Part mine = part.ownedBy(owner);
                    mine.withItems(known.add(
                            mine.holding().job(), mine.number(), mine.holding().placement()));
                    held = held.replaced(mine);
                }
                byJob.set(entry, held);
            }
            holders = known;
        }
        return known;
    }
}
