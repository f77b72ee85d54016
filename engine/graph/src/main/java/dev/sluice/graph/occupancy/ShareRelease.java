package dev.sluice.graph.occupancy;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.runtime.fault.Invariants;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/// Releases single shares of jobs: what they hold at a vertex, or an amount of a pool.
///
/// A share that is released takes along the entries above it that contain nothing else of its part. For example, a
/// job has core0 of node0 and core1 of node1; without core0 it does not use node0 either, but still the cluster.
final class ShareRelease {
    private final ResourceGraph graph;
    private final Holdings holdings;
    private final Places places;
    private final Booking booking;

    ShareRelease(ResourceGraph graph, Holdings holdings, Booking booking) {
        this.graph = graph;
        this.holdings = holdings;
        this.places = holdings.places();
        this.booking = booking;
    }

    /// The jobs that may hold something at a vertex or below it.
    SortedSet<Long> holdersBelow(int top) {
        Holders index = holdings.holders();
        SortedSet<Long> jobs = new TreeSet<>();
        Holders.Visitor collector = (job, _) -> jobs.add(job);
        graph.forEachBelow(top, vertex -> index.forEach(vertex, collector));
        index.forEach(index.key(top), collector);
        return jobs;
    }

    /// Takes from all jobs what they hold at a vertex and below it.
    void vacate(int top) {
        Holders index = holdings.holders();
        LinkedHashMap<Long, TreeSet<Long>> parts = new LinkedHashMap<>();
        Holders.Visitor collector =
                (job, part) -> parts.computeIfAbsent(job, _ -> new TreeSet<>()).add(part);
        graph.forEachBelow(top, vertex -> index.forEach(vertex, collector));
        index.forEach(index.key(top), collector);
        parts.forEach((job, numbers) -> {
            releaseAt(job, top);
            numbers.forEach(number -> holdings.forgetReleased(job, number, top));
        });
    }

    /// Releases what the job holds at a vertex and below it. The rest of the job stays as it is, and is not looked at.
    ///
    /// @return whether the job held anything there
    boolean releaseAt(long job, int vertex) {
        Held held = holdings.owned(job);
        List<Part> concerned = held == null ? List.of() : held.partsAt(vertex, places);
        for (Part part : concerned.reversed()) {
            releaseAt(part, vertex);
        }
        return !concerned.isEmpty();
    }

    private void releaseAt(Part part, int vertex) {
        Part mine = holdings.withShares(part);
        long job = mine.holding().job();
        Placement placement = mine.holding().placement();
        Held held = Objects.requireNonNull(holdings.get(job)).replaced(mine);
        releaseEntry(mine, places.entryOf(placement, vertex), held);
        if (mine.shares().isLeft(placement.entryCount() - 1)) {
            holdings.put(job, held);
            return;
        }
        booking.forgetTimes(mine.holding());
        holdings.unlist(mine);
        Held rest = held.without(mine);
        if (rest == null) {
            holdings.remove(job);
        } else {
            holdings.put(job, rest);
        }
    }

    /// Takes an amount of a pool from the job, first from the part that was entered last. The job must hold more.
    void reduceAt(long job, int pool, long amount) {
        Invariants.check(
                holdings.amountAt(job, pool) > amount, "job (%d) holds no more than (%d) of the pool", job, amount);
        long rest = amount;
        while (rest > 0) {
            Held held = Objects.requireNonNull(holdings.get(job));
            Part last = held instanceof Pieces pieces ? pieces.lastAt(pool) : held.first();
            int entry = places.entryOf(last.holding().placement(), pool);
            long here = last.amount(entry);
            if (here <= rest) {
                releaseAt(last, pool);
                rest -= here;
            } else {
                Part mine = holdings.withShares(last);
                holdings.put(job, held.replaced(mine));
                reduceEntry(mine, entry, rest, held);
                rest = 0;
            }
        }
    }

    /// Gives back a share: its entries and, above them, those that contain nothing else of the part.
    private void releaseEntry(Part part, int entry, Held of) {
        Part.Shares shares = part.shares();
        Placement placement = part.holding().placement();
        Placement.Builder share = Placement.builder();
        int from = entry;
        while (from > 0 && placement.entryDepth(from - 1) > placement.entryDepth(entry)) {
            from--;
        }
        int released = 0;
        for (int i = from; i <= entry; i++) {
            if (shares.isLeft(i)) {
                share.addEntry(placement, i, shares.amount(i));
                drop(of, part, i, shares.amount(i));
                released++;
            }
        }
        boolean isLast = true;
        for (int above = shares.parent(entry); above >= 0; above = shares.parent(above)) {
            share.addEntry(placement, above, shares.amount(above));
            isLast &= shares.below(above) == 1;
            if (isLast) {
                drop(of, part, above, shares.amount(above));
                released++;
            }
        }
        booking.giveBack(part, share.build(), released);
        shares.release(from, entry);
    }

    private static void drop(Held of, Part part, int entry, long amount) {
        if (of instanceof Pieces pieces) {
            pieces.drop(part, entry, amount);
        }
    }

    private void reduceEntry(Part part, int pool, long by, Held of) {
        Part.Shares shares = part.shares();
        Placement placement = part.holding().placement();
        Placement.Builder less = Placement.builder();
        less.addEntry(placement, pool, by);
        drop(of, part, pool, by);
        for (int above = shares.parent(pool); above >= 0; above = shares.parent(above)) {
            less.addEntry(placement, above, shares.amount(above));
        }
        booking.giveBack(part, less.build(), 0);
        shares.reduce(pool, by);
    }
}
