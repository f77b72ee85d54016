package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.Source;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// What operators are told of objects, calls and the API server.
class LiveNoticesTest {
    private static final String TEN_SECONDS = "'sluice.dev/run-for':'10s'";

    private boolean denies;
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(
            1,
            3,
            "cpu=4,memory=8Gi",
            new VirtualLiveCluster.Planted(this::denying, UnaryOperator.identity(), LongUnaryOperator.identity()));

    private Kube denying(Kube kube) {
        return new ForwardingKube(kube) {
            @Override
            public JsonObject patch(
                    ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
                if (denies) {
                    throw ApiStatus.forbidden(type, key.name(), "no work on Sundays");
                }
                return super.patch(type, key, subresource, patch, options);
            }
        };
    }

    @Test
    void aJobThatLosesItsPlaceIsToldOf() {
        cluster.gatedJob("train", 1, "4", "", TEN_SECONDS);
        cluster.calls().before("pin", () -> cluster.foreignPod("thief", "node-0", "1"));
        cluster.pass(1);
        long id = cluster.scheduler().engine().table().id(0);
        cluster.pass(60);

        assertThat(cluster.notices())
                .contains(
                        "default/train Queued: waits in queue default",
                        "default/train Released: attempt 1 on node-0",
                        "default/train LostRace: node node-0 to scheduler default-scheduler",
                        "default/train Released: attempt 2 on node-1")
                .anyMatch(line -> line.startsWith("default/train Undone: attempt 1: the default scheduler found no"));
        assertThat(cluster.noticedJob("train")).isPositive().isEqualTo(id);
    }

    @Test
    void aDeniedWriteIsToldOf() {
        denies = true;
        cluster.job("train", 1, "4", "", TEN_SECONDS);
        cluster.pass(5);

        assertThat(cluster.failedCalls())
                .contains("release Job default/train: 403 Forbidden: jobs.batch \"train\" is forbidden: no work on"
                        + " Sundays");
        assertThat(cluster.notices()).anyMatch(line -> line.startsWith("default/train WriteDenied: 403 Forbidden"));
    }

    @Test
    void aSourceThatCannotBeListedIsToldOfOnce() {
        assertThat(cluster.failingSources()).isEmpty();
        cluster.crash();
        cluster.start(Map.of(Source.NODES, 30L));
        cluster.pass(100);

        assertThat(cluster.failingSources())
                .containsExactly("NODES: java.io.IOException: not listed yet", "NODES works again");
    }
}
