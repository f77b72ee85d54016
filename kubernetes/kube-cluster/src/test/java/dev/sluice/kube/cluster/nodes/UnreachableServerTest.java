package dev.sluice.kube.cluster.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.VirtualCluster;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Nodes whose writes fail for a while.
class UnreachableServerTest {
    private final VirtualCluster cluster = new VirtualCluster(new Seeds(1), 1_000_000 * Clock.NANOS_PER_SECOND);
    private final BrokenWrites broken = new BrokenWrites(cluster.kube());

    private static final class BrokenWrites extends ForwardingKube {
        private boolean isDown;

        BrokenWrites(Kube kube) {
            super(kube);
        }

        @Override
        public JsonObject patch(
                ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
            if (isDown) {
                throw new UncheckedIOException(new IOException("connection refused"));
            }
            return super.patch(type, key, subresource, patch, options);
        }
    }

    @BeforeEach
    void begin() {
        ControllerContext context = new ControllerContext(
                broken, cluster::nowNanos, (TimerQueue) cluster.context().timers(), new Seeds(2), () -> {});
        new NodeFleet(context, FleetSettings.of(1, NodeShape.parse("cpu=4,memory=8Gi"), 0));
        context.steps().forEach(cluster.context()::drive);
        pass(5);
    }

    private void pass(long seconds) {
        cluster.advanceTo(cluster.nowNanos() + seconds * Clock.NANOS_PER_SECOND);
    }

    private void pod(String name, String cpu) {
        String text = ("{'metadata':{'name':'%s','annotations':{'sluice.dev/run-for':'30s'}},'spec':{'nodeName':"
                        + "'node-0','restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':"
                        + "{'requests':{'cpu':'%s'}}}]}}")
                .formatted(name, cpu)
                .replace('\'', '"');
        cluster.kube().create(KubeTypes.PODS, "default", (JsonObject) JsonText.read(text), WriteOptions.PLAIN);
    }

    private String phase(String name) {
        return new Pod(cluster.kube().get(KubeTypes.PODS, new ObjectKey("default", name))).phase();
    }

    @Test
    void aStartIsReportedWhenTheServerIsBack() {
        broken.isDown = true;
        pod("p", "1");
        pass(10);
        broken.isDown = false;
        pass(12);

        assertThat(phase("p")).isEqualTo("Running");
        pass(40);
        assertThat(phase("p")).isEqualTo("Succeeded");
    }

    @Test
    void anEndIsReportedWhenTheServerIsBack() {
        pod("p", "1");
        pass(10);
        broken.isDown = true;
        pass(30);
        assertThat(phase("p")).isEqualTo("Running");
        broken.isDown = false;
        pass(60);

        assertThat(phase("p")).isEqualTo("Succeeded");
    }

    @Test
    void anEndedPodLeavesItsPlaceBeforeTheServerKnows() {
        pod("old", "3");
        pass(10);
        broken.isDown = true;
        pass(30);
        assertThat(phase("old")).isEqualTo("Running");
        pod("new", "3");
        pass(1);
        broken.isDown = false;
        pass(30);

        assertThat(phase("old")).isEqualTo("Succeeded");
        assertThat(phase("new")).isEqualTo("Running");
    }

    @Test
    void aRefusalIsReportedWhenTheServerIsBack() {
        broken.isDown = true;
        pod("large", "5");
        pass(10);
        broken.isDown = false;
        pass(60);

        assertThat(phase("large")).isEqualTo("Failed");
    }
}
