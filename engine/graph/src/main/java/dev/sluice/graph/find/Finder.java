package dev.sluice.graph.find;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.set.Hostlist;
import java.util.BitSet;
import java.util.Locale;

/// Finds the vertices that meet criteria, together with what contains them.
public final class Finder {
    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final BitSet allocated;
    private final BitSet reserved;

    public Finder(ResourceGraph graph, Occupancy occupancy) {
        this.graph = graph;
        this.occupancy = occupancy;
        this.allocated = taken(false);
        this.reserved = taken(true);
    }

    public Placement find(Criteria criteria) {
        BitSet found = evaluate(criteria);
        Placement.Builder result = Placement.builder();
        collect(graph.root(), ResourceGraph.NO_EDGE, 1, found, result);
        return result.build();
    }

    private boolean collect(int vertex, int edge, int depth, BitSet found, Placement.Builder result) {
        boolean any = found.get(vertex);
        for (int next = graph.firstOut(vertex); next != ResourceGraph.NO_EDGE; next = graph.nextOut(next)) {
            if (graph.isContainment(next)) {
                any |= collect(graph.target(next), next, depth + 1, found, result);
            }
        }
        if (any) {
            result.add(vertex, edge, graph.size(vertex), true, depth);
        }
        return any;
    }

    private BitSet evaluate(Criteria criteria) {
        return switch (criteria) {
            case Criteria.Predicate predicate -> matching(predicate);
            case Criteria.And(var operands) -> {
                BitSet all = evaluate(operands.getFirst());
                operands.forEach(operand -> all.and(evaluate(operand)));
                yield all;
            }
            case Criteria.Or(var operands) -> {
                BitSet any = new BitSet();
                operands.forEach(operand -> any.or(evaluate(operand)));
                yield any;
            }
        };
    }

    private BitSet matching(Criteria.Predicate predicate) {
        String value = predicate.value().toLowerCase(Locale.ROOT);
        return switch (predicate.key()) {
            case STATUS -> where(vertex -> graph.isDown(vertex) == value.equals("down"));
            case SCHED_NOW -> where(vertex -> allocated.get(vertex) == value.equals("allocated"));
            case SCHED_FUTURE -> where(vertex -> reserved.get(vertex) == value.equals("reserved"));
            case JOBID_ALLOC -> heldBy(Long.parseLong(value), false);
            case JOBID_RESERVED -> heldBy(Long.parseLong(value), true);
            case JOBID_TAG -> placedFor(Long.parseLong(value));
            case JOBID_SPAN -> countedFor(Long.parseLong(value));
            case PROPERTY -> where(vertex -> graph.properties(vertex).containsKey(predicate.value()));
            case NAMES -> named(Hostlist.parse(predicate.value()));
        };
    }

    private interface Test {
        boolean holds(int vertex);
    }

    private BitSet where(Test test) {
        BitSet found = new BitSet(graph.vertexCount());
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            found.set(vertex, test.holds(vertex));
        }
        return found;
    }

    private BitSet named(Hostlist names) {
        return where(vertex -> names.contains(graph.name(vertex)));
    }

    private BitSet heldBy(long job, boolean isReserved) {
        BitSet held = new BitSet();
        occupancy
                .holding(job)
                .filter(holding -> holding.reserved() == isReserved)
                .ifPresent(holding -> mark(holding.placement(), held));
        return held;
    }

    /// The vertices of a job's placement, shared ones included, without what is below them.
    private BitSet placedFor(long job) {
        BitSet placed = new BitSet();
        occupancy.holding(job).ifPresent(holding -> {
            Placement placement = holding.placement();
            for (int i = 0; i < placement.size(); i++) {
                placed.set(placement.vertex(i));
            }
        });
        return placed;
    }

    /// The vertices that keep count of what a job takes below them. A job that has given all of that back counts
    /// nowhere.
    private BitSet countedFor(long job) {
        BitSet counted = placedFor(job);
        if (heldBy(job, false).isEmpty() && heldBy(job, true).isEmpty()) {
            counted.clear();
        }
        counted.and(where(vertex -> graph.firstOut(vertex) != ResourceGraph.NO_EDGE));
        return counted;
    }

    private BitSet taken(boolean isReserved) {
        BitSet taken = new BitSet(graph.vertexCount());
        for (Occupancy.Holding holding : occupancy.holdings()) {
            if (holding.reserved() == isReserved) {
                mark(holding.placement(), taken);
            }
        }
        return taken;
    }

    /// A vertex that a job has to itself stands for all that is below it.
    private void mark(Placement placement, BitSet taken) {
        for (int i = 0; i < placement.size(); i++) {
            if (placement.isExclusive(i)) {
                graph.forEachBelow(placement.vertex(i), taken::set);
            }
        }
    }
}
