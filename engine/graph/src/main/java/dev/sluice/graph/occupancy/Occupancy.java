package dev.sluice.graph.occupancy;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.runtime.fault.Invariants;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Who holds what of the graph, and when.
///
/// Every vertex has two timelines, made when it is first touched: how much of it is free, and how many jobs use it or
/// anything below it. What one job holds exclusively is taken whole; above it, the job only counts as a user, which is
/// enough to keep others from taking such a vertex exclusively. A third one counts the free cores below the vertex, so
/// that
/// a search need not look for them where there are too few.
public final class Occupancy {

    /// More users than a vertex can have; the timeline counts down from it.
    private static final long USERS_MAX = 1L << 40;

    private static final int UNTOUCHED = -1;

    /// What a job was given, and when.
    ///
    /// @param reserved whether it gets it only later
    public record Holding(long job, Placement placement, long start, long end, boolean reserved) {}

    private final ResourceGraph graph;
    private final Timelines timelines = new Timelines();
    private int[] freeOf = new int[0];
    private int[] usersOf = new int[0];
    private int[] freeCoresOf = new int[0];

    /// How many jobs have the vertex, or something below it, and have not given it back, whatever the time.
    private int[] allocationsOf = new int[0];

    private long[] coresOf = new long[0];
    private final Map<Long, Holding> holdings = new LinkedHashMap<>();

    /// The spans that stand for each holding.
    private final Map<Long, int[]> spans = new HashMap<>();

    public Occupancy(ResourceGraph graph) {
        this.graph = graph;
    }

    /// How much of the vertex is free throughout the window.
    public long free(int vertex, long start, long end) {
        int timeline = touched(freeOf, vertex);
        return timeline == UNTOUCHED ? graph.size(vertex) : timelines.freeDuring(timeline, start, end);
    }

    /// Whether no job uses the vertex, or anything below it, at any time in the window.
    public boolean isUnused(int vertex, long start, long end) {
        int timeline = touched(usersOf, vertex);
        return timeline == UNTOUCHED || timelines.freeDuring(timeline, start, end) == USERS_MAX;
    }

    /// Whether a job has the vertex, or anything below it, and has not given it back, be its time over or not.
    public boolean isAllocated(int vertex) {
        return vertex < allocationsOf.length && allocationsOf[vertex] > 0;
    }

    /// How many cores there are at or below the vertex.
    public long cores(int vertex) {
        if (coresOf.length != graph.vertexCount()) {
            countCores();
        }
        return coresOf[vertex];
    }

    /// How many of them are free throughout the window. What a job has whole without its parts being listed is not
    /// counted;
    /// nothing is looked for below it.
    public long freeCores(int vertex, long start, long end) {
        int timeline = touched(freeCoresOf, vertex);
        return timeline == UNTOUCHED ? cores(vertex) : timelines.freeDuring(timeline, start, end);
    }

    public void hold(Holding holding) {
        Invariants.check(!holdings.containsKey(holding.job()), "job (%d) holds something already", holding.job());
        Placement placement = holding.placement();
        int[] taken = new int[3 * placement.size()];
        int count = 0;
        // Cores taken below the vertices of each depth since the last one of the depth above.
        long[] coresBelow = new long[deepest(placement) + 2];
        for (int i = 0; i < placement.size(); i++) {
            int vertex = placement.vertex(i);
            int depth = placement.depth(i);
            touch(vertex);
            boolean isTaken = placement.isExclusive(i) || graph.kind(vertex).divisible();
            boolean isCore = graph.type(vertex).equals(VertexKind.CORE) && isTaken;
            long cores = coresBelow[depth + 1] + (isCore ? placement.amount(i) : 0);
            coresBelow[depth + 1] = 0;
            coresBelow[depth] += cores;
            if (cores > 0) {
                taken[count++] = timelines.addSpan(freeCoresOf[vertex], holding.start(), holding.end(), cores);
            }
            if (placement.isExclusive(i) || graph.kind(vertex).divisible()) {
                taken[count++] = timelines.addSpan(freeOf[vertex], holding.start(), holding.end(), placement.amount(i));
            }
            taken[count++] = timelines.addSpan(usersOf[vertex], holding.start(), holding.end(), 1);
            allocationsOf[vertex] += holding.reserved() ? 0 : 1;
        }
        holdings.put(holding.job(), holding);
        spans.put(holding.job(), Arrays.copyOf(taken, count));
    }

    /// Whether the job held anything.
    public boolean release(long job) {
        Holding holding = holdings.remove(job);
        int[] taken = spans.remove(job);
        if (holding == null || taken == null) {
            return false;
        }
        for (int span : taken) {
            timelines.removeSpan(span);
        }
        for (int i = 0; i < holding.placement().size() && !holding.reserved(); i++) {
            allocationsOf[holding.placement().vertex(i)]--;
        }
        return true;
    }

    /// The job holds what it has until another moment, earlier or later; whether that fits is not asked.
    public void setEnd(long job, long end) {
        Invariants.check(holdings.containsKey(job), "job (%d) holds nothing", job);
        Holding holding = Objects.requireNonNull(holdings.get(job));
        for (int span : Objects.requireNonNull(spans.get(job))) {
            timelines.trimSpan(span, end);
        }
        holdings.put(job, new Holding(job, holding.placement(), holding.start(), end, holding.reserved()));
    }

    public Optional<Holding> holding(long job) {
        return Optional.ofNullable(holdings.get(job));
    }

    public List<Holding> holdings() {
        return List.copyOf(holdings.values());
    }

    /// The moments after this one at which something is given back, earliest first.
    public SortedSet<Long> releasesAfter(long moment) {
        SortedSet<Long> moments = new TreeSet<>();
        for (Holding holding : holdings.values()) {
            if (holding.end() > moment) {
                moments.add(holding.end());
            }
        }
        return moments;
    }

    private static int deepest(Placement placement) {
        int deepest = 0;
        for (int i = 0; i < placement.size(); i++) {
            deepest = Math.max(deepest, placement.depth(i));
        }
        return deepest;
    }

    private void countCores() {
        coresOf = new long[graph.vertexCount()];
        for (int vertex = 0; vertex < coresOf.length; vertex++) {
            if (graph.type(vertex).equals(VertexKind.CORE)) {
                for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
                    coresOf[above] += graph.size(vertex);
                }
            }
        }
    }

    private static int touched(int[] timelineOf, int vertex) {
        return vertex < timelineOf.length ? timelineOf[vertex] : UNTOUCHED;
    }

    private void touch(int vertex) {
        if (vertex >= freeOf.length) {
            int old = freeOf.length;
            freeOf = Arrays.copyOf(freeOf, graph.vertexCount());
            usersOf = Arrays.copyOf(usersOf, graph.vertexCount());
            freeCoresOf = Arrays.copyOf(freeCoresOf, graph.vertexCount());
            allocationsOf = Arrays.copyOf(allocationsOf, graph.vertexCount());
            Arrays.fill(freeOf, old, freeOf.length, UNTOUCHED);
            Arrays.fill(usersOf, old, usersOf.length, UNTOUCHED);
            Arrays.fill(freeCoresOf, old, freeCoresOf.length, UNTOUCHED);
        }
        if (freeOf[vertex] == UNTOUCHED) {
            freeOf[vertex] = timelines.create(graph.size(vertex));
            usersOf[vertex] = timelines.create(USERS_MAX);
            freeCoresOf[vertex] = timelines.create(cores(vertex));
        }
    }
}
