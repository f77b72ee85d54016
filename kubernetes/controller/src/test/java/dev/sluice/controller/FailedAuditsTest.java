package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.OwnWork;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/// Audits whose lists fail.
class FailedAuditsTest {
    private boolean isFailing;

    private final VirtualFollowedCluster cluster = new VirtualFollowedCluster(1, Failing::new, OwnWork.NONE);

    /// Fails the lists of audits. Informers list pods with a selector.
    private final class Failing extends ForwardingKube {
        Failing(Kube kube) {
            super(kube);
        }

        @Override
        public KubeList list(ResourceType type, String namespace, ListOptions options) {
            boolean isOfAudit =
                    type.equals(KubeTypes.PODS) && options.fieldSelector().isEmpty();
            if (isFailing && isOfAudit) {
                throw new UncheckedIOException(new IOException("the list fails"));
            }
            return super.list(type, namespace, options);
        }
    }

    private long ageSeconds() {
        return cluster.auditor().ageNanos(cluster.nowNanos()) / FollowedCluster.SECOND;
    }

    @Test
    void theAgeOfTheLastAuditGrowsWhileListsFail() {
        isFailing = true;
        cluster.settle();
        cluster.pass(600);
        assertThat(cluster.auditor().last()).isNull();
        assertThat(ageSeconds()).as("due for so long").isEqualTo(600);
        assertThat(cluster.auditor().failures()).isGreaterThan(100);

        isFailing = false;
        cluster.node("n", "'cpu':'4'");
        cluster.assertInSync();
        assertThat(ageSeconds()).isLessThan(600);

        isFailing = true;
        cluster.pass(1000);
        assertThat(ageSeconds()).isGreaterThan(800);
    }
}
