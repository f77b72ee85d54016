package dev.sluice.graph.find;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.set.Hostlist;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/// Finds the vertices that match a query, with their ancestors.
public final class Finder {
    /// Names with higher numbers are rarely shared by several vertices.
    private static final long KNOWN_IDS = 1 << 20;

    /// The result of a query.
    ///
    /// @param counts by vertex and type, such as `used:3, total:8`; empty unless requested
    public record Found(Placement placement, Map<Integer, Map<String, String>> counts) {}

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

    /// Runs a query. Adds counts at each vertex if the query asks for them; then only vertices that count something are
    /// found: those with children and a counted type.
    ///
    /// @param countedBy the types that a vertex of a type counts
    public Found find(Criteria criteria, Function<String, List<String>> countedBy, long now) {
        if (!criteria.wantsCounts()) {
            return new Found(find(criteria), Map.of());
        }
        BitSet found = evaluate(criteria);
        Map<String, List<String>> counted = new HashMap<>();
        found.and(where(vertex -> graph.firstOut(vertex) != ResourceGraph.NO_EDGE
                && !counted.computeIfAbsent(graph.type(vertex), countedBy).isEmpty()));
        Placement.Builder result = Placement.builder();
        collect(graph.root(), ResourceGraph.NO_EDGE, 1, found, result);
        Placement placement = result.build();
        BitSet used = new BitSet(graph.vertexCount());
        OptionalLong job = criteria.job();
        for (Occupancy.Holding holding : occupancy.holdings()) {
            boolean counts =
                    job.isPresent() ? holding.job() == job.getAsLong() : holding.start() <= now && now < holding.end();
            if (counts) {
                mark(holding.placement(), used);
            }
        }
        return new Found(placement, new Counts(graph, counted, used).at(placement));
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
            case STATUS -> {
                BitSet down = down();
                yield value.equals("down") ? down : where(vertex -> !down.get(vertex));
            }
            case AGFILTER -> where(_ -> Criteria.isTrue(value));
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

    /// The vertices that are down, with their subtrees.
    private BitSet down() {
        BitSet down = new BitSet(graph.vertexCount());
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.isDown(vertex) && !down.get(vertex)) {
                graph.forEachBelow(vertex, down::set);
            }
        }
        return down;
    }

    /// The vertices with these names. Most vertices share their name with others of their kind, so few look-ups are
    /// needed.
    private BitSet named(Hostlist names) {
        Map<Long, Boolean> known = new HashMap<>();
        return where(vertex -> {
            long id = graph.id(vertex);
            if (graph.hasOwnName(vertex) || id < -1 || id >= KNOWN_IDS) {
                return names.contains(graph.name(vertex));
            }
            long key = graph.kindNumber(vertex) * (KNOWN_IDS + 1) + id + 1;
            return known.computeIfAbsent(key, _ -> names.contains(graph.name(vertex)));
        });
    }

    private BitSet heldBy(long job, boolean isReserved) {
        BitSet held = new BitSet();
        occupancy
                .holding(job)
                .filter(holding -> holding.reserved() == isReserved)
                .ifPresent(holding -> mark(holding.placement(), held));
        return held;
    }

    /// The vertices of a job's placement, shared ones included, without the subtrees of whole ones.
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

    /// The vertices whose pruning filters count what a job takes below them. A job that has released all of it is
    /// not counted.
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

    /// Marks the vertices of a placement. An exclusive vertex includes its subtree.
    private void mark(Placement placement, BitSet taken) {
        for (int i = 0; i < placement.size(); i++) {
            if (placement.isExclusive(i)) {
                graph.forEachBelow(placement.vertex(i), taken::set);
            }
        }
    }
}
