package dev.sluice.graph.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Machine;
import dev.sluice.graph.Placement;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/// Edge cases are off: there are so many combinations of them that nothing else would be tried.
class ResourceModelProperties {
    private static final int TRIES = 300;

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void exclusiveVerticesHaveOneJobAtATime(
            @ForAll("machines") Machine machine,
            @ForAll("policies") String policy,
            @ForAll("histories") List<Step> steps) {
        History history = new History(machine.build(), policy);

        for (Step step : steps) {
            history.doOne(step);

            assertThat(Checks.conflicts(history.model.graph(), history.holdings()))
                    .isEmpty();
        }
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void matchesStartNowOrWhenAJobEnds(
            @ForAll("machines") Machine machine,
            @ForAll("policies") String policy,
            @ForAll("histories") List<Step> steps) {
        History history = new History(machine.build(), policy);

        for (Step step : steps) {
            Set<Long> ends = history.holdings().stream().map(Holding::end).collect(Collectors.toSet());
            if (step instanceof Step.Match match) {
                if (history.match(match) instanceof Outcome.Placed placed) {
                    assertThat(placed.end() - placed.start()).isEqualTo(match.seconds());
                    if (placed.reserved()) {
                        assertThat(match.operation().looksAhead()).isTrue();
                        assertThat(placed.start()).isGreaterThan(history.now).isIn(ends);
                    } else {
                        assertThat(placed.start()).isEqualTo(history.now);
                    }
                }
            } else {
                history.doOne(step);
            }
        }
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void reservationsStartAsEarlyAsPossible(
            @ForAll("machines") Machine machine,
            @ForAll("stablePolicies") String policy,
            @ForAll("histories") List<Step> steps,
            @ForAll("matches") Step.Match last) {
        History history = new History(machine.build(), policy).doAll(steps);
        Step.Match ahead = new Step.Match(MatchOperation.WITHOUT_ALLOCATING_FUTURE, last.request(), last.seconds());

        if (history.match(ahead) instanceof Outcome.Placed placed) {
            for (long earlier = history.now; earlier < placed.start(); earlier++) {
                assertThat(history.ask(MatchOperation.WITHOUT_ALLOCATING, last, earlier))
                        .isEqualTo("busy");
            }
        }
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void placementsSatisfyTheRequestAndHaveDownVerticesOnlyBelowWholeOnes(
            @ForAll("machines") Machine machine,
            @ForAll("policies") String policy,
            @ForAll("histories") List<Step> steps) {
        History history = new History(machine.build(), policy);

        for (Step step : steps) {
            if (step instanceof Step.Match match) {
                if (history.match(match) instanceof Outcome.Placed placed) {
                    Placement placement = placed.placement();
                    assertThat(Checks.serves(history.model.graph(), placement, List.of(match.request())))
                            .as("%s for %s", history.answers.getLast(), match)
                            .isTrue();
                    assertThat(Checks.downAndNotBelowSomethingOwned(history.model.graph(), placement))
                            .isEmpty();
                }
            } else {
                history.doOne(step);
            }
        }
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void cancellingAllJobsRestoresAnEmptyModel(
            @ForAll("machines") Machine machine,
            @ForAll("stablePolicies") String policy,
            @ForAll("histories") List<Step> steps,
            @ForAll("histories") List<Step> later) {
        History used = new History(machine.build(), policy).doAll(steps);
        used.cancelAll();
        used.answers.clear();
        History fresh = new History(machine.build(), policy);
        fresh.now = used.now;

        assertThat(used.doAll(later).answers).isEqualTo(fresh.doAll(later).answers);
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void matchingWithoutAllocatingChangesNothing(
            @ForAll("machines") Machine machine,
            @ForAll("stablePolicies") String policy,
            @ForAll("histories") List<Step> steps,
            @ForAll("matches") Step.Match question) {
        History asked = new History(machine.build(), policy);
        for (Step step : steps) {
            asked.ask(MatchOperation.WITHOUT_ALLOCATING, question, asked.now);
            asked.ask(MatchOperation.WITHOUT_ALLOCATING_FUTURE, question, asked.now);
            asked.ask(MatchOperation.SATISFIABILITY, question, asked.now);
            asked.doOne(step);
        }
        History left = new History(machine.build(), policy).doAll(steps);

        assertThat(asked.answers).isEqualTo(left.answers);
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void matchingWithoutAllocatingPredictsTheAllocation(
            @ForAll("machines") Machine machine,
            @ForAll("stablePolicies") String policy,
            @ForAll("histories") List<Step> steps,
            @ForAll("matches") Step.Match question) {
        History history = new History(machine.build(), policy).doAll(steps);

        String now = history.ask(MatchOperation.WITHOUT_ALLOCATING, question, history.now);
        String ahead = history.ask(MatchOperation.WITHOUT_ALLOCATING_FUTURE, question, history.now);

        assertThat(new History(machine.build(), policy)
                        .doAll(steps)
                        .ask(MatchOperation.ALLOCATE, question, history.now))
                .isEqualTo(now);
        assertThat(history.ask(MatchOperation.ALLOCATE_ORELSE_RESERVE, question, history.now))
                .isEqualTo(ahead);
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void satisfiabilityIgnoresAllocations(
            @ForAll("machines") Machine machine,
            @ForAll("policies") String policy,
            @ForAll("histories") List<Step> steps,
            @ForAll("matches") Step.Match question) {
        History used = new History(machine.build(), policy).doAll(steps);
        History fresh = new History(machine.build(), policy);

        assertThat(used.ask(MatchOperation.SATISFIABILITY, question, used.now))
                .isEqualTo(fresh.ask(MatchOperation.SATISFIABILITY, question, 0));
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void matchedRequestsAreSatisfiable(
            @ForAll("machines") Machine machine,
            @ForAll("policies") String policy,
            @ForAll("histories") List<Step> steps) {
        History history = new History(machine.build(), policy);

        for (Step step : steps) {
            if (step instanceof Step.Match match) {
                if (history.match(match) instanceof Outcome.Placed) {
                    assertThat(history.ask(MatchOperation.SATISFIABILITY, match, history.now))
                            .isEqualTo("satisfiable");
                }
            } else {
                history.doOne(step);
            }
        }
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void theSameHistoryGivesTheSameAnswers(
            @ForAll("machines") Machine machine,
            @ForAll("policies") String policy,
            @ForAll("histories") List<Step> steps) {
        List<String> once = new History(machine.build(), policy).doAll(steps).answers;
        List<String> again = new History(machine.build(), policy).doAll(steps).answers;

        assertThat(again).isEqualTo(once);
    }

    @Provide
    Arbitrary<Machine> machines() {
        Arbitrary<Integer> few = Arbitraries.integers().between(0, 2);
        Arbitrary<Set<Integer>> down = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.just(Set.of())),
                Tuple.of(
                        1,
                        Arbitraries.integers().between(0, 3).set().ofMinSize(1).ofMaxSize(2)));
        return Combinators.combine(
                        few,
                        Arbitraries.integers().between(1, 3),
                        few,
                        Arbitraries.integers().between(1, 4),
                        few,
                        few,
                        Arbitraries.longs().between(1, 8),
                        down)
                .as(Machine::new);
    }

    @Provide
    Arbitrary<String> stablePolicies() {
        return Arbitraries.of("high", "low", "hinode", "lonode", "hinodex", "lonodex");
    }

    @Provide
    Arbitrary<String> policies() {
        return Arbitraries.oneOf(stablePolicies(), Arbitraries.of("first", "firstnodex"));
    }

    @Provide
    Arbitrary<Step.Match> matches() {
        Arbitrary<MatchOperation> operations = Arbitraries.frequencyOf(
                Tuple.of(1, Arbitraries.of(MatchOperation.class)),
                Tuple.of(3, Arbitraries.of(MatchOperation.ALLOCATE, MatchOperation.ALLOCATE_ORELSE_RESERVE)));
        return Combinators.combine(
                        operations,
                        RandomRequests.requests(),
                        Arbitraries.longs().between(1, 20))
                .as(Step.Match::new);
    }

    @Provide
    Arbitrary<List<Step>> histories() {
        Arbitrary<Integer> picks = Arbitraries.integers().between(0, 20);
        Arbitrary<Step> match = matches().map(step -> step);
        Arbitrary<Step> cancel = picks.map(Step.Cancel::new);
        Arbitrary<Step> reduce = Combinators.combine(picks, Arbitraries.longs()).as(Step.Reduce::new);
        Arbitrary<Step> advance = Arbitraries.longs().between(0, 15).map(Step.Advance::new);
        return Arbitraries.frequencyOf(
                        List.of(Tuple.of(8, match), Tuple.of(2, cancel), Tuple.of(1, reduce), Tuple.of(1, advance)))
                .list()
                .ofMaxSize(25);
    }
}
