package dev.sluice.graph.model;

import dev.sluice.graph.Jobs;
import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.ResourceRequest;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/// Requests of common shapes, sized for machines of a handful of nodes.
final class RandomRequests {
    private RandomRequests() {}

    static Arbitrary<ResourceRequest> requests() {
        Arbitrary<ResourceRequest> nodes = maybeExclusive(within(VertexKind.NODE, insideOfNode()));
        return Arbitraries.oneOf(
                nodes,
                maybeExclusive(within("rack", nodes.map(List::of))),
                slots(leaves()),
                slots(within(VertexKind.NODE, leaves()).map(List::of)),
                slots(bare(VertexKind.NODE).map(List::of)),
                maybeExclusive(within("socket", leaves())),
                maybeExclusive(bare("cluster")),
                leaves().map(List::getFirst));
    }

    private static Arbitrary<List<ResourceRequest>> insideOfNode() {
        return Arbitraries.oneOf(
                Arbitraries.just(List.of()),
                leaves(),
                slots(leaves()).map(List::of),
                slots(leaves()).list().ofSize(2),
                slots(within("socket", leaves()).map(List::of)).map(List::of),
                maybeExclusive(within("socket", slots(leaves()).map(List::of))).map(List::of));
    }

    /// One to three types, each once: siblings of one type are not a valid request.
    private static Arbitrary<List<ResourceRequest>> leaves() {
        Arbitrary<List<String>> types = Arbitraries.oneOf(
                Arbitraries.just(List.of(VertexKind.CORE)),
                Arbitraries.of(VertexKind.CORE, VertexKind.GPU, "memory")
                        .list()
                        .uniqueElements()
                        .ofMinSize(1)
                        .ofMaxSize(3));
        return Combinators.combine(types, counts(3), counts(2), counts(12)).as((chosen, cores, gpus, gigabytes) -> {
            List<ResourceRequest> leaves = new ArrayList<>();
            for (String type : chosen) {
                Count count = switch (type) {
                    case VertexKind.CORE -> cores;
                    case VertexKind.GPU -> gpus;
                    default -> gigabytes;
                };
                leaves.add(ResourceRequest.of(type, count));
            }
            return leaves;
        });
    }

    private static Arbitrary<ResourceRequest> slots(Arbitrary<List<ResourceRequest>> inside) {
        return Combinators.combine(counts(3), inside)
                .as((count, with) -> ResourceRequest.slot("task", count, with.toArray(ResourceRequest[]::new)));
    }

    private static Arbitrary<ResourceRequest> within(String type, Arbitrary<List<ResourceRequest>> inside) {
        return Combinators.combine(counts(3), inside)
                .as((count, with) -> ResourceRequest.of(type, count, with.toArray(ResourceRequest[]::new)));
    }

    private static Arbitrary<ResourceRequest> bare(String type) {
        return counts(3).map(count -> ResourceRequest.of(type, count));
    }

    private static Arbitrary<ResourceRequest> maybeExclusive(Arbitrary<ResourceRequest> requests) {
        return Combinators.combine(requests, Arbitraries.of(true, false))
                .as((request, alone) -> alone ? Jobs.exclusive(request) : request);
    }

    private static Arbitrary<Count> counts(int most) {
        // Large counts rarely fit, and a history of refusals tells little.
        Arbitrary<Integer> some = Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just(1)),
                Tuple.of(1, Arbitraries.integers().between(1, most)));
        return Arbitraries.oneOf(
                some.map(Count::exactly),
                some.map(Count::atLeast),
                Combinators.combine(some, Arbitraries.integers().between(0, 3))
                        .as((min, more) -> Count.between(min, min + more)));
    }
}
