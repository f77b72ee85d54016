package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditStage.Doing;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class FirstAuditTest {
    private boolean isAway = true;
    private final VirtualFollowedCluster cluster = new VirtualFollowedCluster(1, WithoutWatches::new, OwnWork.NONE);

    /// A server that can be listed, but not followed.
    private final class WithoutWatches extends ForwardingKube {
        WithoutWatches(Kube kube) {
            super(kube);
        }

        @Override
        public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
            if (isAway) {
                throw new UncheckedIOException(new IOException("away"));
            }
            return super.watch(type, namespace, options, wake);
        }
    }

    @Test
    void whatIsGoneBeforeTheEngineHasReadTheClusterIsNoDrift() {
        cluster.node("n", "'cpu':'4','pods':'10'");
        cluster.boundPod("p", "n", "'cpu':'1'");
        cluster.settle();
        assertThat(cluster.follower().auditStage().doing()).isEqualTo(Doing.SYNCING);

        cluster.deletePod("p");
        isAway = false;
        cluster.pass(300);

        assertThat(cluster.reports()).isNotEmpty().allMatch(report -> report.isClean());
        assertThat(cluster.reports().getFirst().pods()).isZero();
    }
}
