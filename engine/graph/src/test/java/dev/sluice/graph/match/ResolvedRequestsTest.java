package dev.sluice.graph.match;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.slot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Machine;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy;
import org.junit.jupiter.api.Test;

class ResolvedRequestsTest {
    private final ResourceGraph graph = Machine.ofNodes(1).withCores(2).build();
    private final ResolvedRequests requests = new ResolvedRequests(graph, new Occupancy(graph));

    @Test
    void aRequestIsResolvedOnceWhileItIsUsed() {
        CompiledJobspec used = new CompiledJobspec(job(60, slot(1, core(1))));
        ResolvedRequest resolved = requests.of(used);

        for (int i = 0; i < 100_000; i++) {
            requests.of(new CompiledJobspec(used.jobspec()));
            if (i % 1000 == 0) {
                assertThat(requests.of(used)).isSameAs(resolved);
            }
        }
    }

    @Test
    void aRequestThatWasNotUsedForLongIsResolvedAgain() {
        CompiledJobspec unused = new CompiledJobspec(job(60, slot(1, core(1))));
        ResolvedRequest resolved = requests.of(unused);

        for (int i = 0; i < 100_000; i++) {
            requests.of(new CompiledJobspec(unused.jobspec()));
        }

        assertThat(requests.of(unused)).isNotSameAs(resolved);
    }
}
