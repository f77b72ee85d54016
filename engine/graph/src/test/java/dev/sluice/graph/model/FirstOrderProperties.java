package dev.sluice.graph.model;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.slot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Machine;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.Subsystems;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.match.PruningFilters;
import dev.sluice.jobspec.Jobspec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// The order of `first` by pruning filters, beside a plain version for jobs of one core: weights in an array, and a
/// search of all nodes.
class FirstOrderProperties {
    private static final int STEPS = 80;
    private static final Jobspec ONE_CORE = job(60, slot(1, core(1)));

    private static final class Plain {
        private final long[] weights;
        private final long[] free;

        Plain(int nodes, int cores) {
            weights = new long[nodes];
            free = new long[nodes];
            Arrays.fill(weights, Long.MAX_VALUE);
            Arrays.fill(free, cores);
        }

        /// The node that the next job gets, or -1.
        int next() {
            int best = -1;
            for (int node = 0; node < free.length; node++) {
                best = free[node] > 0 && (best < 0 || weights[node] >= weights[best]) ? node : best;
            }
            return best;
        }
    }

    private record Running(long job, int node) {}

    @Property(tries = 60)
    void aJobGoesToTheHeaviestNodeAndOfEqualOnesToTheNewest(
            @ForAll @IntRange(min = 1, max = 90) int nodes,
            @ForAll @IntRange(min = 1, max = 4) int cores,
            @ForAll long seed) {
        ResourceGraph graph = Machine.ofNodes(nodes).withCores(cores).build();
        ResourceModel model = new ResourceModel(
                graph,
                MatchPolicy.named("first").orElseThrow(),
                Subsystems.CONTAINMENT,
                PruningFilters.parse(PruningFilters.DEFAULT));
        Plain plain = new Plain(nodes, cores);
        Random random = new Random(seed);
        List<Running> running = new ArrayList<>();
        for (long job = 1; job <= STEPS; job++) {
            if (!running.isEmpty() && random.nextInt(3) == 0) {
                Running ended = running.remove(random.nextInt(running.size()));
                model.cancel(ended.job());
                plain.free[ended.node()]++;
                continue;
            }
            boolean isHeld = random.nextInt(4) > 0;
            Outcome outcome =
                    model.match(isHeld ? MatchOperation.ALLOCATE : MatchOperation.WITHOUT_ALLOCATING, ONE_CORE, job, 0);
            int expected = plain.next();
            assertThat(nodeOf(graph, outcome)).isEqualTo(expected);
            if (expected >= 0) {
                plain.free[expected] -= isHeld ? 1 : 0;
                plain.weights[expected] = plain.free[expected];
                if (isHeld) {
                    running.add(new Running(job, expected));
                }
            }
        }
    }

    private static int nodeOf(ResourceGraph graph, Outcome outcome) {
        if (!(outcome instanceof Outcome.Placed placed)) {
            return -1;
        }
        Placement placement = placed.placement();
        for (int i = 0; i < placement.size(); i++) {
            if (graph.isNode(placement.vertex(i))) {
                return (int) graph.id(placement.vertex(i));
            }
        }
        throw new AssertionError("a placement without a node");
    }
}
