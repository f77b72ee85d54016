package dev.sluice.controller;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.kube.port.Kube;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/// The suite on the embedded cluster in virtual time.
class LiveClusterTest extends LiveClusterContractTest {
    /// Far longer than anything in the suite takes.
    private static final int PATIENCE_SECONDS = 3600;

    private final LiveWorld world = new VirtualLiveWorld();

    @Override
    LiveWorld world() {
        return world;
    }

    private static final class VirtualLiveWorld extends LiveWorld {
        private static final String CONTROLLERS = "system:serviceaccount:kube-system:replicaset-controller";

        private final VirtualIntake intake = new VirtualIntake();
        private final VirtualLiveCluster cluster = new VirtualLiveCluster(
                1, NODES, SHAPE, VirtualLiveCluster.Planted.NOTHING, server -> intake.of(CONTROLLERS, server));
        private final Kube kube = intake.of("alice", cluster.kube());

        @Override
        Kube kube() {
            return kube;
        }

        @Override
        long nowNanos() {
            return cluster.nowNanos();
        }

        @Override
        void await(String what, BooleanSupplier condition) {
            for (int i = 0; !condition.getAsBoolean(); i++) {
                if (i == PATIENCE_SECONDS) {
                    throw new AssertionError("not within an hour: " + what);
                }
                cluster.pass(1);
            }
        }

        @Override
        <T> T asked(Function<LiveScheduler, T> question) {
            return question.apply(cluster.scheduler());
        }

        /// The first-fit scheduler does not look at volumes.
        @Override
        void claim(String name) {}

        @Override
        void intakeIsDown() {
            intake.setDown(true);
        }

        @Override
        void intakeIsBack() {
            intake.setDown(false);
        }

        @Override
        void close() {}

        @Override
        AuditReport audit() {
            return cluster.audit();
        }
    }
}
