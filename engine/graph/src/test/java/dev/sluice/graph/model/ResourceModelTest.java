package dev.sluice.graph.model;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.exclusive;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Machine;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.jobspec.ResourceRequest;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class ResourceModelTest {
    private static final Machine TWO_NODES = Machine.ofNodes(2).withCores(4);
    private static final ResourceRequest ONE_NODE = exclusive(node(1));
    private static final ResourceRequest BOTH_NODES = exclusive(node(2));

    private final ResourceModel model = on(TWO_NODES);
    private long jobs;

    @Test
    void aReservationStartsAtTheFirstSufficientRelease() {
        allocate(100, ONE_NODE);
        allocate(40, ONE_NODE);

        assertThat(placed(reserve(10, BOTH_NODES)).start()).isEqualTo(100);
        assertThat(placed(reserve(10, ONE_NODE)).start()).isEqualTo(40);
    }

    @Test
    void anOverrunningJobKeepsItsResources() {
        allocate(10, BOTH_NODES);

        Outcome early = model.match(MatchOperation.ALLOCATE, job(10, ONE_NODE), ++jobs, 20);
        model.cancel(1);
        Outcome late = model.match(MatchOperation.ALLOCATE, job(10, ONE_NODE), ++jobs, 20);

        assertThat(early).isInstanceOf(Outcome.Busy.class);
        assertThat(late).isInstanceOf(Outcome.Placed.class);
    }

    @Test
    void hugeCountsDoNotOverflow() {
        long beyond = 1L << 40;

        assertThat(reserve(10, slot(beyond, node(beyond)))).isInstanceOf(Outcome.Busy.class);
        assertThat(reserve(10, slot(beyond, core(beyond)))).isInstanceOf(Outcome.Unsatisfiable.class);
    }

    @Test
    void aPlaceEndsInTimeOrNever() {
        CompiledJobspec request = model.prepare(job(10, BOTH_NODES));
        long late = Timelines.NEVER - 10;

        assertThat(model.findAt(request, late, 10)).isPresent();
        assertThat(model.findAt(request, late, 11)).isEmpty();
        assertThat(model.findFrom(request, late, 11)).isEmpty();
        assertThat(model.findAt(request, late, Timelines.NEVER))
                .hasValueSatisfying(placed -> assertThat(placed.end()).isEqualTo(Timelines.NEVER));
        assertThat(model.match(MatchOperation.ALLOCATE_ORELSE_RESERVE, job(10, BOTH_NODES), 1, late))
                .as("which is as far as the horizon")
                .isInstanceOf(Outcome.Placed.class);
    }

    @Test
    void whatFitsWhenEmptyLeavesOutWhatIsDown() {
        CompiledJobspec request = model.prepare(job(10, BOTH_NODES));
        allocate(100, BOTH_NODES);
        assertThat(model.fitsWhenEmpty(request)).isTrue();

        model.setDown(model.graph().nodeOfRank(0), true);

        assertThat(model.fitsWhenEmpty(request)).isFalse();
        assertThat(model.isSatisfiable(request)).isTrue();
    }

    @Test
    void smallJobsFitInFrontOfAReservation() {
        allocate(100, ONE_NODE);
        reserve(50, BOTH_NODES);

        assertThat(placed(reserve(100, ONE_NODE)).reserved()).isFalse();
    }

    @Test
    void jobsThatWouldDelayAReservationStartAfterIt() {
        allocate(100, ONE_NODE);
        reserve(50, BOTH_NODES);

        Outcome.Placed late = placed(reserve(101, ONE_NODE));

        assertThat(late.reserved()).isTrue();
        assertThat(late.start()).isEqualTo(150);
    }

    @Test
    void cancelledResourcesAreFreeAtOnce() {
        allocate(100, BOTH_NODES);
        assertThat(allocate(10, ONE_NODE)).isInstanceOf(Outcome.Busy.class);

        assertThat(model.cancel(1)).isTrue();

        assertThat(allocate(10, ONE_NODE)).isInstanceOf(Outcome.Placed.class);
        assertThat(model.cancel(1)).isFalse();
    }

    @Test
    void aReducedJobKeepsTheRest() {
        allocate(100, slot(8, core(1)));
        Occupancy.Holding held = model.occupancy().holding(1).orElseThrow();

        model.reduce(
                held,
                PartialRelease.without(held.placement(), bit(held.placement().vertex(0))));

        assertThat(model.occupancy().holding(1)).hasValueSatisfying(rest -> {
            assertThat(rest.placement().size()).isEqualTo(held.placement().size() - 1);
            assertThat(rest.end()).isEqualTo(100);
        });
        assertThat(allocate(10, slot(1, core(1)))).isInstanceOf(Outcome.Placed.class);
        assertThat(allocate(10, slot(1, core(1)))).isInstanceOf(Outcome.Busy.class);
    }

    @Test
    void aJobThatIsReducedToNothingIsGone() {
        allocate(100, slot(1, core(1)));
        Occupancy.Holding held = model.occupancy().holding(1).orElseThrow();

        model.reduce(
                held,
                PartialRelease.without(held.placement(), bit(held.placement().vertex(0))));

        assertThat(model.occupancy().holdings()).isEmpty();
    }

    @Test
    void aJobWithoutADurationLastsAHundredYears() {
        assertThat(placed(allocate(0, ONE_NODE)).end()).isEqualTo(ResourceModel.UNLIMITED_SECONDS);
    }

    @Test
    void onlySomeOperationsDistinguishBusyFromUnsatisfiable() {
        ResourceRequest tooMuch = slot(9, core(1));

        assertThat(ask(MatchOperation.ALLOCATE, tooMuch)).isInstanceOf(Outcome.Busy.class);
        assertThat(ask(MatchOperation.WITHOUT_ALLOCATING, tooMuch)).isInstanceOf(Outcome.Busy.class);
        assertThat(ask(MatchOperation.ALLOCATE_WITH_SATISFIABILITY, tooMuch)).isInstanceOf(Outcome.Unsatisfiable.class);
        assertThat(ask(MatchOperation.ALLOCATE_ORELSE_RESERVE, tooMuch)).isInstanceOf(Outcome.Unsatisfiable.class);
        assertThat(ask(MatchOperation.WITHOUT_ALLOCATING_FUTURE, tooMuch)).isInstanceOf(Outcome.Unsatisfiable.class);
        assertThat(ask(MatchOperation.SATISFIABILITY, tooMuch)).isInstanceOf(Outcome.Unsatisfiable.class);
        assertThat(ask(MatchOperation.SATISFIABILITY, slot(8, core(1)))).isInstanceOf(Outcome.Satisfiable.class);
    }

    @Test
    void tooManyNodesAreBusyIfTheOperationLooksAhead() {
        assertThat(ask(MatchOperation.ALLOCATE_ORELSE_RESERVE, node(3))).isInstanceOf(Outcome.Busy.class);
        assertThat(ask(MatchOperation.ALLOCATE_WITH_SATISFIABILITY, node(3))).isInstanceOf(Outcome.Unsatisfiable.class);
    }

    @Test
    void downVerticesCountForSatisfiabilityButNotForAllocation() {
        ResourceModel down = on(TWO_NODES.withDown(1));

        assertThat(down.match(MatchOperation.ALLOCATE_WITH_SATISFIABILITY, job(60, BOTH_NODES), 1, 0))
                .isInstanceOf(Outcome.Unsatisfiable.class);
        assertThat(down.match(MatchOperation.SATISFIABILITY, job(60, BOTH_NODES), 1, 0))
                .isInstanceOf(Outcome.Satisfiable.class);
    }

    @Test
    void operationsAreFoundByName() {
        assertThat(MatchOperation.named("allocate_orelse_reserve")).contains(MatchOperation.ALLOCATE_ORELSE_RESERVE);
        assertThat(MatchOperation.named("allocate_or_else")).isEmpty();
    }

    private Outcome allocate(long seconds, ResourceRequest request) {
        return model.match(MatchOperation.ALLOCATE, job(seconds, request), ++jobs, 0);
    }

    private Outcome reserve(long seconds, ResourceRequest request) {
        return model.match(MatchOperation.ALLOCATE_ORELSE_RESERVE, job(seconds, request), ++jobs, 0);
    }

    private Outcome ask(MatchOperation operation, ResourceRequest request) {
        return model.match(operation, job(60, request), ++jobs, 0);
    }

    private static Outcome.Placed placed(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Placed.class);
        return (Outcome.Placed) outcome;
    }

    private static BitSet bit(int vertex) {
        BitSet bits = new BitSet();
        bits.set(vertex);
        return bits;
    }

    private static ResourceModel on(Machine machine) {
        return new ResourceModel(machine.build(), MatchPolicy.named("low").orElseThrow());
    }
}
