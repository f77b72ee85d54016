package dev.sluice.simulator.drive;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.set.Idset;
import dev.sluice.runtime.fault.Invariants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which job has which units: an account of what was given out, kept apart from the engine's and checked in every run.
///
/// A job must be given exactly as many units as it asks for, and once all events of an instant have happened, no vertex
/// may have more units in use than its size. Within an instant it may, since a start may be told before the end that
/// makes room for it.
final class UnitLedger {
    private static final int NOT_A_UNIT = -1;

    private final ResourceGraph graph;
    private final int unitType;

    /// The number of a vertex's first unit, from 0 on in the order of vertices; [#NOT_A_UNIT] for other vertices.
    private final int[] firstIds;

    private final long[] used;
    private final boolean hasPools;

    /// By job; null for jobs that hold nothing.
    private final @Nullable Placement[] held;

    private final List<Integer> severalPools;

    /// Vertices that were given out beyond their size in this instant.
    private final List<Integer> overcommitted = new ArrayList<>();

    UnitLedger(ResourceGraph graph, String unit, boolean hasPools, int jobs) {
        this.graph = graph;
        this.unitType = graph.typeNumber(unit);
        this.hasPools = hasPools;
        this.held = new Placement[jobs];
        this.firstIds = new int[graph.vertexCount()];
        this.used = new long[graph.vertexCount()];
        Arrays.fill(firstIds, NOT_A_UNIT);
        int next = 0;
        for (int vertex = 0; vertex < firstIds.length; vertex++) {
            if (UnitSurvey.isUnit(graph, vertex, unit)) {
                firstIds[vertex] = next;
                next += (int) graph.size(vertex);
            }
        }
        List<Integer> pools =
                Arrays.stream(firstIds).filter(id -> id != NOT_A_UNIT).boxed().toList();
        this.severalPools = hasPools && pools.size() > 1 ? pools : List.of();
    }

    /// Whether each unit has a number of its own by which outputs can name it.
    boolean hasPlaces() {
        return !hasPools;
    }

    void take(int job, int units, Placement placement) {
        long taken = 0;
        for (int i = 0; i < placement.entryCount(); i++) {
            int vertex = placement.entryVertex(i);
            if (isUnit(vertex)) {
                taken += placement.entryAmount(i);
                used[vertex] += placement.entryAmount(i);
                if (used[vertex] > graph.size(vertex)) {
                    overcommitted.add(vertex);
                }
            }
        }
        Invariants.check(taken == units, "a job of (%d) units was given (%d)", units, taken);
        held[job] = placement;
    }

    void giveBack(int job) {
        Placement placement = held[job];
        if (placement == null) {
            return;
        }
        held[job] = null;
        for (int i = 0; i < placement.entryCount(); i++) {
            if (isUnit(placement.entryVertex(i))) {
                used[placement.entryVertex(i)] -= placement.entryAmount(i);
            }
        }
    }

    /// To be called when all events of an instant have happened.
    void checkInstant() {
        for (int vertex : overcommitted) {
            Invariants.check(
                    used[vertex] <= graph.size(vertex),
                    "(%d) units of a vertex of size (%d) are in use",
                    used[vertex],
                    graph.size(vertex));
        }
        overcommitted.clear();
    }

    /// The numbers of the units in a placement. Units of a pool have no numbers of their own: as many as the placement
    /// has, from the pool's first one on.
    Idset ids(Placement placement) {
        long[] ids = new long[16];
        int count = 0;
        for (int i = 0; i < placement.entryCount(); i++) {
            int vertex = placement.entryVertex(i);
            for (int unit = 0; isUnit(vertex) && unit < placement.entryAmount(i); unit++) {
                ids = count == ids.length ? Arrays.copyOf(ids, 2 * count) : ids;
                ids[count++] = (long) firstIds[vertex] + unit;
            }
        }
        return Idset.of(Arrays.copyOf(ids, count));
    }

    /// The numbers of the first units of all pools, if there are several.
    List<Integer> severalPools() {
        return severalPools;
    }

    /// How many units are neither in use nor down where a request may go.
    long free(ResourceModel model, CompiledJobspec request, DownUnits down) {
        long free = 0;
        for (int vertex = 0; vertex < firstIds.length; vertex++) {
            if (isUnit(vertex) && ProcessorRequests.isAdmitted(model, request, vertex)) {
                free += graph.size(vertex) - used[vertex] - down.of(vertex);
            }
        }
        return free;
    }

    private boolean isUnit(int vertex) {
        return graph.typeNumber(vertex) == unitType && firstIds[vertex] != NOT_A_UNIT;
    }
}
