package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Writes that fail for longer than a container may take to start.
class LiveOutagesTest {
    private static final String RUN = "'sluice.dev/run-for':'10s'";
    private boolean isAway;

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
        };
    }

    @Test
    void aJobThatCouldNotBeReleasedForMinutesIsNotUndoneAtOnce() {
        isAway = true;
        cluster.job("train", 2, "2", "", RUN);
        cluster.pass(400);
        assertThat(cluster.scheduler().engine().table().runningCount()).isEqualTo(1);
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
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'alone','labels':{'sluice.dev/queue':'default'},'annotations':{%s}},'spec':{%s"
                                + "'schedulingGates':[{'name':'sluice.dev/queued'}],'restartPolicy':'Never',"
                                + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]}}")
                        .formatted(RUN, VirtualLiveCluster.BOUND));
        cluster.pass(400);
        isAway = false;
        cluster.pass(90);

        assertThat(new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", "alone"))).hasSucceeded())
                .isTrue();
        assertThat(cluster.events("alone")).noneMatch(event -> event.startsWith("NotStarted"));
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
