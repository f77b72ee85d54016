package dev.sluice.graph.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.jobspec.Jobspec;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// A search for the first place in a crowded future leaps over no moment at which there is one.
class HorizonProperties {
    private static final int JOBS = 30;

    @Property(tries = 300)
    void noMomentWithAPlaceIsLeaptOver(@ForAll long seed, @ForAll("policies") String name) {
        RandomMachine machine = new RandomMachine(seed);
        ResourceGraph graph = machine.graph();
        Occupancy occupancy = new Occupancy(graph);
        MatchPolicy policy = MatchPolicy.named(name).orElseThrow();
        Matcher matcher = new Matcher(graph, occupancy, policy);
        ReferenceMatcher reference = new ReferenceMatcher(graph, occupancy, policy);

        for (long job = 0; job < JOBS; job++) {
            Jobspec jobspec = machine.request();
            long duration = jobspec.attributes().system().wholeSeconds();
            long from = machine.below(10);
            long first = firstPlace(reference, occupancy, jobspec, from, duration);

            long chance = matcher.firstChance(new CompiledJobspec(jobspec), from, duration);

            assertThat(chance).as("job %d: %s", job, jobspec.resources()).isLessThanOrEqualTo(first);
            if (first != Timelines.NEVER) {
                long start = first;
                matcher.match(jobspec, View.PLANNED, start, start + duration)
                        .ifPresent(placement -> occupancy.hold(new Occupancy.Holding(
                                occupancy.holdings().size(), placement, start, start + duration, start > 0)));
            }
        }
    }

    private static long firstPlace(
            ReferenceMatcher reference, Occupancy occupancy, Jobspec jobspec, long from, long duration) {
        long moment = from;
        while (moment != Timelines.NEVER
                && reference
                        .match(jobspec, View.PLANNED, moment, moment + duration)
                        .isEmpty()) {
            moment = occupancy.nextEndAfter(moment);
        }
        return moment;
    }

    @Provide
    Arbitrary<String> policies() {
        return Arbitraries.of("high", "low", "lonode", "hinodex", "first");
    }
}
