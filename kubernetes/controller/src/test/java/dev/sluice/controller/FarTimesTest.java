package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.OwnWork;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.machine.OtherHolders;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Times that no number of nanoseconds can tell. A foreign pod may have any; sync and audit must agree on them.
class FarTimesTest {
    private final VirtualFollowedCluster cluster =
            new VirtualFollowedCluster(1, UnaryOperator.identity(), OwnWork.NONE);

    private long expectedEnd() {
        return cluster.ask(engine -> engine.state().machineState().others().foreign().stream()
                .map(OtherHolders.Foreign::use)
                .mapToLong(ForeignUse::endNanos)
                .findFirst()
                .orElseThrow());
    }

    private void pod(String spec) {
        cluster.node("n", "'cpu':'4','memory':'8Gi','pods':'10'");
        cluster.pod("p", "'cpu':'1'", "'nodeName':'n'," + spec);
        cluster.settle();
    }

    @ParameterizedTest
    @CsvSource({
        "1600-01-01T00:00:00Z, 300, false",
        "1600-01-01T00:00:00Z, 2147483647, false",
        "1950-01-01T00:00:00Z, 2147483647, false",
        "2026-01-01T00:00:00Z, 2147483647, false",
        "2200-01-01T00:00:00Z, 2147483647, true",
        "2300-01-01T00:00:00Z, 300, true"
    })
    void syncAndAuditAgreeOnAPodsDeadline(String start, long seconds, boolean isOpen) {
        pod("'activeDeadlineSeconds':%d,".formatted(seconds));
        cluster.podStatus("p", "'phase':'Running','startTime':'%s'".formatted(start));
        cluster.settle();

        assertThat(expectedEnd() == ForeignUse.OPEN).as("has no end").isEqualTo(isOpen);
        cluster.assertInSync();
    }

    @Test
    void aGraceThatEndsBeyondAllTimesIsNoEnd() {
        pod("");
        // kubectl delete --grace-period=10000000000
        cluster.deletePod("p", 10_000_000_000L);
        cluster.settle();

        assertThat(expectedEnd()).isEqualTo(ForeignUse.OPEN);
        cluster.assertInSync();
    }
}
