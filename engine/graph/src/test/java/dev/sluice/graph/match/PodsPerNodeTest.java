package dev.sluice.graph.match;

import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static dev.sluice.graph.Jobs.some;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.GraphBuilder;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Jobspec;
import org.junit.jupiter.api.Test;

/// The number of pods on a node is a pool of which each pod takes one: here three on each of two nodes with plenty of
/// milli-CPU.
class PodsPerNodeTest {
    private final ResourceModel model = new ResourceModel(
            GraphBuilder.cluster("lab")
                    .each("node", 2, node -> node.pool("core", "m", 64_000).pool("pods", "", 3))
                    .build(),
            MatchPolicy.named("low").orElseThrow());

    @Test
    void aGangTakesSeveralPodsOfANodeButNotMoreThanItAllows() {
        assertThat(allocate(1, pods(2))).isInstanceOf(Outcome.Placed.class);
        assertThat(allocate(2, pods(4))).isInstanceOf(Outcome.Placed.class);
        assertThat(allocate(3, pods(1))).isInstanceOf(Outcome.Busy.class);

        model.cancel(1);

        assertThat(allocate(3, pods(3))).isInstanceOf(Outcome.Busy.class);
        assertThat(allocate(3, pods(2))).isInstanceOf(Outcome.Placed.class);
    }

    @Test
    void moreThanAllNodesAllowNeverFit() {
        assertThat(model.isSatisfiable(model.prepare(pods(6)))).isTrue();
        assertThat(model.isSatisfiable(model.prepare(pods(7)))).isFalse();
        assertThat(model.isSatisfiable(model.prepare(job(60, node(1, slot(4, some("core", 1), some("pods", 1)))))))
                .isFalse();
    }

    @Test
    void requestsThatDoNotCountPodsAreNotLimited() {
        allocate(1, pods(6));

        assertThat(allocate(2, job(60, slot(10, some("core", 100))))).isInstanceOf(Outcome.Placed.class);
    }

    private static Jobspec pods(int count) {
        return job(60, slot(count, some("core", 500), some("pods", 1)));
    }

    private Outcome allocate(long job, Jobspec jobspec) {
        return model.match(MatchOperation.ALLOCATE, jobspec, job, 0);
    }
}
