package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.ForwardingWatch;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// The pods of other schedulers cannot be followed; everything else can.
class LiveBlindnessTest {
    private static final String RUN = "'sluice.dev/run-for':'10s'";

    private boolean isAway;
    private final List<Runnable> wakes = new ArrayList<>();
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(
            1,
            1,
            "cpu=4,memory=8Gi",
            new VirtualLiveCluster.Planted(Failing::new, UnaryOperator.identity(), LongUnaryOperator.identity()));

    private final class Failing extends ForwardingKube {
        Failing(Kube kube) {
            super(kube);
        }

        private boolean isAway(String fields) {
            return isAway && fields.contains("spec.schedulerName!=");
        }

        private void check(String fields) {
            if (isAway(fields)) {
                throw new UncheckedIOException(new IOException("connection reset"));
            }
        }

        @Override
        public KubeList list(ResourceType type, String namespace, ListOptions options) {
            check(options.fieldSelector());
            return super.list(type, namespace, options);
        }

        @Override
        public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
            check(options.fieldSelector());
            wakes.add(wake);
            return new ForwardingWatch(super.watch(type, namespace, options, wake)) {
                @Override
                public Optional<WatchEvent> poll() {
                    return isAway(options.fieldSelector()) ? Optional.empty() : super.poll();
                }

                @Override
                public boolean isOver() {
                    return isAway(options.fieldSelector()) || super.isOver();
                }
            };
        }
    }

    private void goAway() {
        isAway = true;
        wakes.forEach(Runnable::run);
    }

    private int running() {
        return cluster.scheduler().engine().table().runningCount();
    }

    @Test
    void nothingStartsOnWhatWasLastSeenLongAgo() {
        goAway();
        cluster.pass(90);
        cluster.foreignPod("thief", "node-0", "3");
        cluster.job("train", 1, "2", "", RUN);
        cluster.pass(60);
        assertThat(running()).as("jobs that start blindly").isZero();

        isAway = false;
        cluster.pass(60);
        assertThat(running()).as("jobs on a place that is taken").isZero();
        assertThat(cluster.notices()).noneMatch(notice -> notice.contains("LostRace"));

        cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", "thief"), DeleteOptions.PLAIN);
        cluster.pass(90);
        assertThat(cluster.isComplete("train")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aQuietSourceThatWorksAgainLetsJobsStart() {
        goAway();
        cluster.pass(90);
        cluster.job("train", 1, "2", "", RUN);
        cluster.pass(60);
        assertThat(running()).isZero();

        isAway = false;
        cluster.pass(90);
        assertThat(cluster.isComplete("train")).isTrue();
    }

    @Test
    void aShortFailureHoldsUpNothing() {
        goAway();
        cluster.pass(20);
        cluster.job("train", 1, "2", "", "'sluice.dev/run-for':'900s'");
        cluster.pass(20);

        assertThat(running()).isEqualTo(1);
    }
}
