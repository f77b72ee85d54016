package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.plan.Timelines;

/// What is free, now and in the future: the questions that searches ask of an [Occupancy].
///
/// | question | answered by |
/// |---|---|
/// | how much of a vertex is free in a window, whether anything uses it | its timeline ([Uses]) |
/// | how much of a type is free below a vertex in a window | the timelines of [FreeBelow] |
/// | what is not allocated at present | [Allocations] of the vertex, [Stock] below it |
///
/// Each answer costs O(log spans), or is constant at present where only allocations count.
public final class Availability {
    private final ResourceGraph graph;
    private final Layout layout;
    private final Timelines timelines;
    private final Stock stock;
    private final Allocations allocations;
    private final Uses uses;
    private final Plans plans;
    private final Ends ends;

    /// Starts to record shared use of the root, if it is not recorded yet.
    private final Runnable rootUse;

    Availability(
            Layout layout,
            Timelines timelines,
            Stock stock,
            Allocations allocations,
            Uses uses,
            Plans plans,
            Ends ends,
            Runnable rootUse) {
        this.graph = layout.graph();
        this.layout = layout;
        this.timelines = timelines;
        this.stock = stock;
        this.allocations = allocations;
        this.uses = uses;
        this.plans = plans;
        this.ends = ends;
        this.rootUse = rootUse;
    }

    public Layout layout() {
        return layout;
    }

    public Stock stock() {
        return stock;
    }

    /// The counted type of cores, or [Layout#NOT_COUNTED] on a machine without.
    public int coreType() {
        return plans.coreType();
    }

    /// Whether the graph has vertices that jobs may share.
    public boolean hasPools() {
        return allocations.hasPools();
    }

    /// The amount of the vertex that is free throughout the window, if all jobs end in time.
    public long free(int vertex, long start, long end) {
        return uses.free(vertex, start, end);
    }

    /// As [#free], but jobs that overrun their end still hold their resources.
    public long freeNow(int vertex, long start, long end) {
        return allocations.isExclusive(vertex) ? 0 : allocations.leftOf(free(vertex, start, end), vertex);
    }

    /// The amount of the vertex that is not allocated at present; ignores reservations.
    public long notAllocated(int vertex) {
        return allocations.left(vertex);
    }

    /// By how much more of the vertex is allocated at present than there is: an amount of a pool, or the further jobs
    /// that hold a unit. Zero if it is not over-committed.
    public long overcommitted(int vertex) {
        return allocations.beyond(vertex);
    }

    /// Whether no job uses the vertex, or anything below it, at any time in the window.
    public boolean isUnused(int vertex, long start, long end) {
        if (vertex == graph.root()) {
            rootUse.run();
        }
        return uses.isUnused(vertex, start, end);
    }

    /// Whether a job uses the vertex or its subtree and has not released it, even after its end.
    public boolean isAllocated(int vertex) {
        return allocations.isAny(vertex);
    }

    /// Whether a job uses the vertex exclusively and has not released it.
    public boolean isAllocatedExclusively(int vertex) {
        return allocations.isExclusive(vertex);
    }

    /// The number of cores at or below the vertex.
    public long cores(int vertex) {
        int type = plans.coreType();
        return type == Layout.NOT_COUNTED ? 0 : layout.total(vertex, type);
    }

    /// An upper bound of the cores at or below the vertex that are free throughout the window.
    public long freeCores(int vertex, long start, long end) {
        int pool = plans.rootPool();
        if (pool != ResourceGraph.NO_VERTEX && vertex == graph.root()) {
            return free(pool, start, end);
        }
        FreeBelow cores = plans.of(plans.coreType());
        return cores == null ? 0 : cores.free(vertex, start, end);
    }

    /// Whether timelines tell how much of a counted type is free in the future.
    public boolean isPlanned(int counted) {
        return plans.isPlanned(counted);
    }

    /// An upper bound of what is free of a counted type at or below the vertex throughout the window.
    public long freeOf(int counted, int vertex, long start, long end) {
        if (counted == plans.coreType()) {
            return freeCores(vertex, start, end);
        }
        FreeBelow known = plans.of(counted);
        return known == null ? layout.total(vertex, counted) : known.free(vertex, start, end);
    }

    /// The first moment from `earliest` on at which so much of a counted type may be free for the duration.
    public long firstWith(int counted, int vertex, long earliest, long duration, long amount) {
        if (counted == plans.coreType()) {
            return firstWithCores(vertex, earliest, duration, amount);
        }
        FreeBelow known = plans.of(counted);
        return known == null ? earliest : known.first(vertex, earliest, duration, amount);
    }

    /// The number of cores of the machine that are not allocated, reserved or not, according to the stock.
    public long coresInStock() {
        int root = graph.root();
        int type = plans.coreType();
        boolean isCounted = type != Layout.NOT_COUNTED && layout.inner(root) != Layout.NOT_INNER;
        return isCounted ? stock.free(root, type) : cores(root);
    }

    /// The first moment from `earliest` on at which the vertex may have that many free cores for the duration.
    public long firstWithCores(int vertex, long earliest, long duration, long cores) {
        int pool = plans.rootPool();
        if (pool != ResourceGraph.NO_VERTEX && vertex == graph.root()) {
            int timeline = uses.timeline(pool);
            return timeline == Uses.UNTOUCHED ? earliest : timelines.firstFit(timeline, earliest, duration, cores);
        }
        FreeBelow known = plans.of(plans.coreType());
        return known == null ? earliest : known.first(vertex, earliest, duration, cores);
    }

    /// The first moment from `earliest` on at which the vertex and its subtree are unused for the duration.
    public long firstUnused(int vertex, long earliest, long duration) {
        if (vertex == graph.root()) {
            rootUse.run();
        }
        return uses.firstUnused(vertex, earliest, duration);
    }

    /// The first moment after this one at which something is given back, or at least one before it, or
    /// [Timelines#NEVER].
    public long nextEndAfter(long moment) {
        int pool = plans.rootPool();
        if (pool != ResourceGraph.NO_VERTEX) {
            int timeline = uses.timeline(pool);
            return timeline == Uses.UNTOUCHED ? Timelines.NEVER : timelines.nextChangeAfter(timeline, moment);
        }
        return ends.nextAfter(moment);
    }

    /// All moments from this one on at which a holding ends; none on a counting machine, whose timeline tells when
    /// enough is free.
    public long[] endsFrom(long moment) {
        return ends.from(moment);
    }
}
