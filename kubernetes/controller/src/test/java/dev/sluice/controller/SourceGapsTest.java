package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.Source;
import dev.sluice.controller.sync.SourceGaps;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a scheduler says of the parts of the cluster that it does not see.
class SourceGapsTest {
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 1, "cpu=4,memory=8Gi");

    @Test
    void whatIsNotListedYetIsNamed() {
        assertThat(cluster.scheduler().gaps().sentence()).isEmpty();

        cluster.crash();
        cluster.start(Map.of(Source.NODES, 100L, Source.JOBS, 20L));
        cluster.pass(5);

        SourceGaps gaps = cluster.scheduler().gaps();
        assertThat(gaps.unlisted()).containsExactly(Source.NODES, Source.JOBS);
        assertThat(gaps.sentence().orElseThrow())
                .startsWith("waits for the lists of: nodes, jobs; cannot follow: nodes, jobs (")
                .contains("not listed yet");

        cluster.pass(60);
        assertThat(cluster.scheduler().gaps().sentence().orElseThrow())
                .startsWith("waits for the lists of: nodes; cannot follow: nodes (");

        cluster.pass(120);
        assertThat(cluster.scheduler().gaps().sentence()).isEmpty();
    }

    @Test
    void whatCannotBeFollowedAnyMoreIsNamedWithTheReason() {
        Map<Source, String> failing = Map.of(Source.NODES, "connection refused", Source.OWN_PODS, "connection refused");

        assertThat(new SourceGaps(List.of(), failing, true).sentence())
                .hasValue("the cluster cannot be followed: nodes, own pods (connection refused)");
    }

    @Test
    void listsThatTheEngineHasNotTakenInAreAGap() {
        SourceGaps gaps = new SourceGaps(List.of(), Map.of(), false);

        assertThat(gaps.isListed()).isFalse();
        assertThat(gaps.sentence()).isPresent();
    }
}
