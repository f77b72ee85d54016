package dev.sluice.graph.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.jobspec.Jobspec;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// A search in a crowded future skips no time at which the request fits.
class EarliestStartProperties {
    private static final int JOBS = 30;

    @Property(tries = 300)
    void noFeasibleStartIsSkipped(@ForAll long seed, @ForAll("policies") String name) {
        RandomMachine machine = new RandomMachine(seed);
        ResourceGraph graph = machine.graph();
        Occupancy occupancy = new Occupancy(graph);
        MatchPolicy policy = MatchPolicy.named(name).orElseThrow();
        Matcher matcher = new Matcher(graph, occupancy, policy);
        ReferenceOccupancy referenceOccupancy = new ReferenceOccupancy(graph);
        ReferenceMatcher reference = new ReferenceMatcher(graph, referenceOccupancy, policy);

        for (long job = 0; job < JOBS; job++) {
            Jobspec jobspec = machine.request();
            long duration = jobspec.attributes().system().wholeSeconds();
            long from = machine.below(10);
            OptionalLong first = firstStart(reference, referenceOccupancy, jobspec, from, duration);

            long chance = matcher.firstChance(new CompiledJobspec(jobspec), from, duration);

            assertThat(chance)
                    .as("job %d: %s", job, jobspec.resources())
                    .isLessThanOrEqualTo(first.orElse(Timelines.NEVER));
            if (first.isPresent()) {
                long start = first.getAsLong();
                Optional<Placement> found = matcher.match(jobspec, View.PLANNED, start, start + duration);
                if (found.isPresent()) {
                    occupancy.hold(new Occupancy.Holding(job, found.get(), start, start + duration, start > 0));
                    referenceOccupancy.hold(job, found.get(), start, start + duration, start > 0);
                }
            }
        }
    }

    /// Work without an end, of which there is much on a cluster, is what the index of lasting stock is for.
    @Property(tries = 300)
    void theEarliestStartBesideWorkWithoutAnEndIsThatOfThePlainSearch(
            @ForAll long seed, @ForAll("stablePolicies") String name, @ForAll boolean withReservations) {
        RandomMachine machine = new RandomMachine(seed);
        ResourceGraph graph = machine.graph();
        MatchPolicy policy = MatchPolicy.named(name).orElseThrow();
        ResourceModel model = new ResourceModel(graph, policy);
        ReferenceOccupancy referenceOccupancy = new ReferenceOccupancy(graph);
        ReferenceMatcher reference = new ReferenceMatcher(graph, referenceOccupancy, policy);

        for (long job = 0; job < 2 * JOBS; job++) {
            Jobspec jobspec = machine.request();
            long duration = jobspec.attributes().system().wholeSeconds();
            OptionalLong first = firstStart(reference, referenceOccupancy, jobspec, 0, duration);

            CompiledJobspec request = model.prepare(jobspec);
            Optional<Outcome.Placed> found = model.findFrom(request, 0, duration);

            // Parts that compete may fit for a while, when others hold what the first one would take, and not for good.
            // That is not searched for.
            boolean isByChance = !request.isMonotone() && !model.fitsAfterAllEnds(request);
            if (found.isPresent() || !isByChance) {
                assertThat(found.map(Outcome.Placed::start))
                        .as("job %d: %s", job, jobspec.resources())
                        .isEqualTo(first.isPresent() ? Optional.of(first.getAsLong()) : Optional.empty());
            }
            if (found.isPresent() && (withReservations || found.get().start() == 0)) {
                long start = found.get().start();
                // Open ends would run into reservations.
                boolean isOpen = !withReservations && machine.below(3) == 0;
                long end = isOpen ? Timelines.NEVER : start + duration;
                Placement placement = found.get().placement();
                model.hold(new Occupancy.Holding(job, placement, start, end, start > 0));
                referenceOccupancy.hold(job, placement, start, end, start > 0);
            }
        }
    }

    private static OptionalLong firstStart(
            ReferenceMatcher reference, ReferenceOccupancy occupancy, Jobspec jobspec, long from, long duration) {
        OptionalLong moment = OptionalLong.of(from);
        while (moment.isPresent()
                && reference
                        .match(jobspec, View.PLANNED, moment.getAsLong(), moment.getAsLong() + duration)
                        .isEmpty()) {
            moment = occupancy.nextEndAfter(moment.getAsLong());
            if (moment.isPresent() && moment.getAsLong() == Timelines.NEVER) {
                return OptionalLong.empty();
            }
        }
        return moment;
    }

    /// The others choose by what was used before.
    @Provide
    Arbitrary<String> stablePolicies() {
        return Arbitraries.of("high", "low", "lonode", "hinodex");
    }

    @Provide
    Arbitrary<String> policies() {
        return Arbitraries.of("high", "low", "lonode", "hinodex", "first");
    }
}
