package dev.sluice.graph.model;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.slot;
import static dev.sluice.graph.Jobs.xorSlot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Machine;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.traverser.Traverser;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import org.junit.jupiter.api.Test;

/// On one node with four cores.
class VariantMatchTest {
    private final ResourceModel model = new ResourceModel(
            Machine.ofNodes(1).withCores(4).build(), MatchPolicy.named("low").orElseThrow());

    @Test
    void theFirstVariantThatFitsIsAllocated() {
        match(MatchOperation.ALLOCATE, 1, slot(1, core(2)));

        Outcome outcome =
                match(MatchOperation.ALLOCATE, 2, xorSlot(1, core(3)), xorSlot(1, core(2)), xorSlot(1, core(1)));

        assertThat(outcome).isInstanceOf(Outcome.Placed.class);
        assertThat(freeCores()).isZero();
    }

    @Test
    void aVariantThatStartsEarlierIsPreferredWhenLookingAhead() {
        match(MatchOperation.ALLOCATE, 1, slot(1, core(3)));

        Outcome outcome = match(MatchOperation.ALLOCATE_ORELSE_RESERVE, 2, xorSlot(1, core(4)), xorSlot(1, core(1)));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Placed.class,
                        placed -> assertThat(placed.start()).isZero());
    }

    @Test
    void oneSatisfiableVariantMakesTheJobspecBusyRatherThanUnsatisfiable() {
        match(MatchOperation.ALLOCATE, 1, slot(1, core(4)));
        ResourceRequest[] alternatives = {xorSlot(1, core(5)), xorSlot(1, core(4))};

        assertThat(match(MatchOperation.ALLOCATE_WITH_SATISFIABILITY, 2, alternatives))
                .isEqualTo(new Outcome.Busy());
        assertThat(match(MatchOperation.SATISFIABILITY, 2, alternatives)).isEqualTo(new Outcome.Satisfiable());
    }

    @Test
    void noSatisfiableVariantMakesTheJobspecUnsatisfiable() {
        assertThat(match(MatchOperation.SATISFIABILITY, 1, xorSlot(1, core(5)), xorSlot(1, core(6))))
                .isEqualTo(new Outcome.Unsatisfiable());
    }

    @Test
    void aJobspecWithoutVariantsIsUnsatisfiableOnlyIfTheOperationAsks() {
        ResourceRequest[] siblings = {core(1), core(2)};

        assertThat(match(MatchOperation.ALLOCATE, 1, siblings)).isEqualTo(new Outcome.Busy());
        assertThat(match(MatchOperation.WITHOUT_ALLOCATING, 1, siblings)).isEqualTo(new Outcome.Busy());
        assertThat(match(MatchOperation.ALLOCATE_ORELSE_RESERVE, 1, siblings)).isEqualTo(new Outcome.Unsatisfiable());
        assertThat(match(MatchOperation.SATISFIABILITY, 1, siblings)).isEqualTo(new Outcome.Unsatisfiable());
    }

    private Outcome match(MatchOperation operation, long job, ResourceRequest... resources) {
        Jobspec jobspec = job(60, resources);
        return model.match(operation, Traverser.FLEXIBLE.prepare(jobspec), job, 0);
    }

    private long freeCores() {
        return model.occupancy().availability().freeCores(model.graph().root(), 0, 60);
    }
}
