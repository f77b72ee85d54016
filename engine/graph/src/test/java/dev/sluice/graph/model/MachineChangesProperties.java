package dev.sluice.graph.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.match.ReferenceMatcher;
import dev.sluice.graph.match.ReferenceOccupancy;
import dev.sluice.graph.match.View;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/// A model that follows every change of its machine equals one that is built from scratch.
class MachineChangesProperties {
    private static final int EVENTS = 40;
    private static final int REQUESTS = 3;

    /// All has ended by then that has an end, and all has begun.
    private static final long LATE = 4 * ChangingMachine.HORIZON;

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void everyDerivedNumberIsThatOfAFreshModel(@ForAll long seed, @ForAll("policies") String policy) {
        checkNumbers(new ChangingMachine(seed, policy), policy);
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void everyDerivedNumberIsThatOfAFreshModelWhereVerticesHaveSeveralParents(
            @ForAll long seed, @ForAll("policies") String policy) {
        checkNumbers(new ChangingMachine(seed, policy, true), policy);
    }

    private static void checkNumbers(ChangingMachine machine, String policy) {
        for (int event = 0; event < EVENTS; event++) {
            machine.happen();
            try {
                new SameModel(machine.model, fresh(machine, policy)).check();
            } catch (AssertionError e) {
                throw new AssertionError(machine.events() + ": " + e.getMessage(), e);
            }
        }
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void everyMatchIsThatOfAFreshModelAndOfThePlainMatcher(@ForAll long seed, @ForAll("policies") String policy) {
        checkMatches(new ChangingMachine(seed, policy), policy);
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void everyMatchIsThatOfAFreshModelAndOfThePlainMatcherWhereVerticesHaveSeveralParents(
            @ForAll long seed, @ForAll("policies") String policy) {
        checkMatches(new ChangingMachine(seed, policy, true), policy);
    }

    private static void checkMatches(ChangingMachine machine, String policy) {
        List<Jobspec> waiting = new ArrayList<>();
        List<CompiledJobspec> compiled = new ArrayList<>();
        for (int i = 0; i < 4 * REQUESTS; i++) {
            waiting.add(machine.request());
            compiled.add(machine.model.prepare(waiting.getLast()));
        }
        for (int event = 0; event < EVENTS; event++) {
            machine.happen();
            ResourceModel fresh = fresh(machine, policy);
            for (int i = 0; i < REQUESTS; i++) {
                int at = (event * REQUESTS + i) % waiting.size();
                Jobspec jobspec = waiting.get(at);
                long duration = jobspec.attributes().system().wholeSeconds();
                String what = machine.events() + ": " + jobspec.resources();
                Optional<Outcome.Placed> now = machine.model.findAt(compiled.get(at), 0, duration);
                Optional<Outcome.Placed> later = machine.model.findFrom(compiled.get(at), 0, duration);

                assertThat(text(machine.graph, now))
                        .as("now, " + what)
                        .isEqualTo(text(machine.graph, fresh.findAt(fresh.prepare(jobspec), 0, duration)));
                assertThat(text(machine.graph, later))
                        .as("planned, " + what)
                        .isEqualTo(text(machine.graph, fresh.findFrom(fresh.prepare(jobspec), 0, duration)));
                if (!isGang(jobspec)) {
                    assertThat(text(machine.graph, now))
                            .as("now, " + what)
                            .isEqualTo(text(machine.graph, plainly(machine, policy, jobspec, duration, View.NOW)));
                    assertThat(text(machine.graph, later))
                            .as("planned, " + what)
                            .isEqualTo(text(machine.graph, plainly(machine, policy, jobspec, duration, View.PLANNED)));
                }
                assertThat(machine.model.isSatisfiable(compiled.get(at)))
                        .as("ever, " + what)
                        .isEqualTo(fresh.isSatisfiable(fresh.prepare(jobspec)));
            }
        }
    }

    /// The index of what is left beside work without an end follows members of its lists that come, move and go. Each
    /// list is asked now and then only.
    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void whatNeverFitsBesideWorkWithoutAnEndIsThatOfAFreshModel(@ForAll long seed, @ForAll("policies") String policy) {
        ChangingMachine machine = new ChangingMachine(seed, policy);
        machine.holdWithoutEnd();
        forEachQuestion(machine, (jobspec, request) -> {
            ResourceModel fresh = fresh(machine, policy);
            boolean mayFit = machine.model.mayEverFit(request);
            new SameModel(machine.model, fresh).planTheSame();
            // A fresh model does not count types that are gone from the machine, and knows less then.
            boolean knowsAsMuch = machine.model.occupancy().layout().countedCount()
                    == fresh.occupancy().layout().countedCount();
            if (knowsAsMuch) {
                CompiledJobspec again = fresh.prepare(jobspec);
                // What is left of a reservation of which a part was released is known less exactly when it is entered.
                boolean isKnownLater = fresh.mayEverFit(again)
                        && fresh.findAt(again, Timelines.AFTER_ALL_ENDS, 1).isEmpty();
                assertThat(mayFit).isIn(fresh.mayEverFit(again), fresh.mayEverFit(again) && !isKnownLater);
            }
        });
    }

    /// Here work also gets and loses its end. What is over-committed for a while is known less exactly.
    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void whatThePlainMatcherPlacesAfterAllEndsMayFit(@ForAll long seed, @ForAll("policies") String policy) {
        ChangingMachine machine = new ChangingMachine(seed, policy);
        forEachQuestion(machine, (jobspec, request) -> {
            boolean mayFit = machine.model.mayEverFit(request);
            boolean isPlaced = !isGang(jobspec)
                    && reference(machine, policy)
                            .match(jobspec, View.PLANNED, LATE, LATE + 1)
                            .isPresent();
            assertThat(mayFit || !isPlaced).isTrue();
        });
    }

    private static void forEachQuestion(ChangingMachine machine, BiConsumer<Jobspec, CompiledJobspec> question) {
        List<Jobspec> waiting = new ArrayList<>();
        List<CompiledJobspec> compiled = new ArrayList<>();
        for (int i = 0; i < 4 * REQUESTS; i++) {
            waiting.add(machine.request());
            compiled.add(machine.model.prepare(waiting.getLast()));
        }
        for (int event = 0; event < EVENTS; event++) {
            machine.happen();
            for (int i = 0; i < REQUESTS; i++) {
                int at = (event * REQUESTS + i) % waiting.size();
                try {
                    question.accept(waiting.get(at), compiled.get(at));
                } catch (AssertionError e) {
                    String what = machine.events() + ": " + waiting.get(at).resources();
                    throw new AssertionError(what + ": " + e.getMessage(), e);
                }
            }
        }
    }

    /// The order of these policies depends on history, so another model may choose another place. Where a first part
    /// lies decides whether a second one fits, so this holds for requests of one part only.
    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void policiesThatTakeTheFirstFindAPlaceIfAndOnlyIfThereIsOne(@ForAll long seed) {
        ChangingMachine machine = new ChangingMachine(seed, "first");
        for (int event = 0; event < EVENTS; event++) {
            machine.happen();
            new SameModel(machine.model, fresh(machine, "first")).check();
            Jobspec jobspec = machine.request();
            long duration = jobspec.attributes().system().wholeSeconds();
            ResourceModel low = fresh(machine, "low");

            boolean isPlaced = machine.model
                    .findAt(machine.model.prepare(jobspec), 0, duration)
                    .isPresent();
            if (jobspec.resources().size() == 1) {
                assertThat(isPlaced)
                        .as(machine.events() + ": " + jobspec.resources())
                        .isEqualTo(low.findAt(low.prepare(jobspec), 0, duration).isPresent());
            }
        }
    }

    /// Whether the directives say something about the pods together, which the plain matcher does not know.
    private static boolean isGang(Jobspec jobspec) {
        SchedulingDirectives directives = jobspec.attributes().system().directives();
        return directives.countPods() || directives.colocation().isPresent();
    }

    private static ResourceModel fresh(ChangingMachine machine, String policy) {
        ResourceModel fresh =
                new ResourceModel(machine.graph, MatchPolicy.named(policy).orElseThrow());
        machine.model.occupancy().holdings().forEach(fresh::force);
        fresh.ports().takeOver(machine.model.ports());
        return fresh;
    }

    private static Optional<Outcome.Placed> plainly(
            ChangingMachine machine, String policy, Jobspec jobspec, long duration, View view) {
        TreeSet<Long> moments = new TreeSet<>(List.of(0L));
        for (Holding holding : machine.model.occupancy().holdings()) {
            if (holding.end() != Timelines.NEVER) {
                moments.add(holding.end());
            }
        }
        ReferenceMatcher matcher = reference(machine, policy);
        for (long start : view == View.NOW ? List.of(0L) : moments) {
            Optional<Placement> placement = matcher.match(jobspec, view, start, start + duration);
            if (placement.isPresent()) {
                return Optional.of(new Outcome.Placed(placement.get(), start, start + duration, view == View.PLANNED));
            }
        }
        return Optional.empty();
    }

    private static ReferenceMatcher reference(ChangingMachine machine, String policy) {
        ReferenceOccupancy occupancy = new ReferenceOccupancy(machine.graph);
        for (Holding holding : machine.model.occupancy().holdings()) {
            occupancy.hold(holding.job(), holding.placement(), holding.start(), holding.end(), holding.reserved());
        }
        return new ReferenceMatcher(
                machine.graph, occupancy, MatchPolicy.named(policy).orElseThrow());
    }

    private static String text(ResourceGraph graph, Optional<Outcome.Placed> placed) {
        if (placed.isEmpty()) {
            return "none";
        }
        StringBuilder text = new StringBuilder("from ").append(placed.get().start());
        Placement placement = placed.get().placement();
        for (int i = 0; i < placement.size(); i++) {
            text.append('\n')
                    .append(graph.path(placement.vertex(i)))
                    .append(' ')
                    .append(placement.amount(i))
                    .append(placement.isExclusive(i) ? " exclusively" : "");
        }
        return text.toString();
    }

    @Provide
    Arbitrary<String> policies() {
        return Arbitraries.of("high", "low", "hinode", "lonode", "hinodex", "lonodex");
    }
}
