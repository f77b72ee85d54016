package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Writes that fail for longer than a container may take to start.
class LiveOutagesTest {
    private static final String RUN = "'sluice.dev/run-for':'10s'";

    /// With the longest pause of half a minute, and a second of shorter ones.
    private static final int CALLS_IN_400_SECONDS_MAX = 30;

    private boolean isAway;

    /// Whether the watch of Jobs lags behind.
    private boolean isLate;

    private Runnable wakeJobs = () -> {};

    /// Patches that contain this are denied; none if it is empty.
    private String denied = "";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(
            1,
            2,
            "cpu=4,memory=8Gi",
            new VirtualLiveCluster.Planted(this::failing, UnaryOperator.identity(), LongUnaryOperator.identity()));

    private Kube failing(Kube kube) {
        return new ForwardingKube(kube) {
            @Override
            public JsonObject patch(
                    ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
                if (isAway) {
                    throw new UncheckedIOException(new IOException("the API server is away"));
                }
                if (!denied.isEmpty() && patch.body().toString().contains(denied)) {
                    throw ApiStatus.forbidden(type, key.name(), "no work on Sundays");
                }
                return super.patch(type, key, subresource, patch, options);
            }

            @Override
            public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
                KubeWatch watch = super.watch(type, namespace, options, wake);
                if (!type.equals(KubeTypes.JOBS)) {
                    return watch;
                }
                wakeJobs = wake;
                return new LateWatch(watch);
            }
        };
    }

    private final class LateWatch implements KubeWatch {
        private final KubeWatch watch;

        LateWatch(KubeWatch watch) {
            this.watch = watch;
        }

        @Override
        public Optional<WatchEvent> poll() {
            return isLate ? Optional.empty() : watch.poll();
        }

        @Override
        public boolean isOver() {
            return !isLate && watch.isOver();
        }

        @Override
        public void close() {
            watch.close();
        }
    }

    private long made(String kind) {
        return cluster.calls().made().stream()
                .filter(call -> call.startsWith(kind))
                .count();
    }

    @Test
    void aJobThatIsReplacedWhileTheWatchLagsIsNotReleasedAtFullSpeed() {
        cluster.onRelease(() -> {
            isLate = true;
            DeleteOptions atOnce = new DeleteOptions(OptionalLong.of(0), DeleteOptions.BACKGROUND, "", "", false);
            cluster.kube().delete(KubeTypes.JOBS, FollowedCluster.key("default", "train"), atOnce);
            cluster.job("train", 1, "1", "", RUN);
        });
        cluster.job("train", 2, "2", "", RUN);
        cluster.pass(20);
        assertThat(made("release Job")).isBetween(2L, 10L);
        assertThat(made("read Job")).isBetween(2L, 10L);

        isLate = false;
        wakeJobs.run();
        cluster.pass(90);

        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(cluster.podsOf("train")).hasSize(1);
        cluster.assertInSync();
    }

    @Test
    void podsOfAGroupThatCannotBeReleasedAreNotTriedAtFullSpeed() {
        isAway = true;
        for (String name : List.of("a", "b")) {
            pod(name, "'sluice.dev/group':'pair',", "'sluice.dev/group-size':'2',");
        }
        cluster.pass(400);
        assertThat(made("release pod")).isBetween(10L, 2L * CALLS_IN_400_SECONDS_MAX);
        assertThat(made("read pod")).isBetween(10L, 2L * CALLS_IN_400_SECONDS_MAX);

        isAway = false;
        cluster.pass(90);
        assertThat(hasSucceeded("a")).isTrue();
        assertThat(hasSucceeded("b")).isTrue();
    }

    private void pod(String name, String labels, String annotations) {
        pod(name, labels, annotations, RUN);
    }

    private void pod(String name, String labels, String annotations, String run) {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'%s','labels':{%s'sluice.dev/queue':'default'},'annotations':{%s%s}},'spec':{%s"
                                + "'schedulingGates':[{'name':'sluice.dev/queued'}],'restartPolicy':'Never',"
                                + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]}}")
                        .formatted(name, labels, annotations, run, VirtualLiveCluster.BOUND));
    }

    private boolean hasSucceeded(String pod) {
        return podOf(pod).hasSucceeded();
    }

    @Test
    void aJobThatCouldNotBeReleasedForMinutesIsNotUndoneAtOnce() {
        isAway = true;
        cluster.job("train", 2, "2", "", RUN);
        cluster.pass(400);
        assertThat(cluster.scheduler().engine().table().runningCount()).isEqualTo(1);
        assertThat(made("release Job")).isBetween(10L, (long) CALLS_IN_400_SECONDS_MAX);
        assertThat(made("read Job")).isBetween(10L, (long) CALLS_IN_400_SECONDS_MAX);
        isAway = false;
        cluster.pass(90);

        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(cluster.jobObject("train").text("metadata", "annotations", "sluice.dev/attempt"))
                .isEqualTo("1");
        assertThat(cluster.events("train")).noneMatch(event -> event.startsWith("Undone"));
    }

    @Test
    void aPodThatCouldNotBeReleasedForMinutesIsNotCalledLate() {
        isAway = true;
        pod("alone", "", "");
        cluster.pass(400);
        isAway = false;
        cluster.pass(90);

        assertThat(hasSucceeded("alone")).isTrue();
        assertThat(cluster.events("alone")).noneMatch(event -> event.startsWith("NotStarted"));
    }

    @Test
    void aPodOfAGroupThatCannotBeStoppedHoldsUpNoOthers() {
        String[] names = {"a", "b", "c"};
        for (String name : names) {
            pod(
                    name,
                    "'sluice.dev/group':'trio',",
                    "'sluice.dev/group-size':'3','sluice.dev/walltime':'20s',",
                    "'sluice.dev/run-for':'1h'");
        }
        cluster.pass(10);
        for (String name : names) {
            assertThat(podOf(name).phase()).isEqualTo(Pod.RUNNING);
        }
        denied = podOf("a").json().text("metadata", "uid");
        cluster.pass(60);

        assertThat(podOf("a").phase()).isEqualTo(Pod.RUNNING);
        assertThat(podOf("b").hasFailed()).isTrue();
        assertThat(podOf("c").hasFailed()).isTrue();
        assertThat(made("stop pod default/a")).isBetween(2L, 15L);
        assertThat(cluster.events("a"))
                .filteredOn(event -> event.startsWith("WriteDenied: "))
                .hasSize(1);

        denied = "";
        cluster.pass(60);
        assertThat(podOf("a").hasFailed()).isTrue();
        cluster.assertInSync();
    }

    private Pod podOf(String name) {
        return new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", name)));
    }

    @Test
    void aDeniedUndoIsToldOnceAndHoldsNothing() {
        denied = "\"suspend\":true";
        cluster.gatedJob("train", 1, "4", "", RUN);
        cluster.calls().before("pin", () -> cluster.foreignPod("thief", "node-0", "1"));
        cluster.pass(400);

        assertThat(cluster.events("train"))
                .filteredOn(event -> event.startsWith("WriteDenied: "))
                .hasSize(1);
        assertThat(cluster.events("train")).noneMatch(event -> event.startsWith("Held"));

        denied = "";
        cluster.pass(100);
        assertThat(cluster.isComplete("train")).isTrue();
        cluster.assertInSync();
    }
}
