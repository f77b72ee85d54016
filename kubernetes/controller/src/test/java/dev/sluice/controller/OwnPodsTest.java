package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Pods of the engine's own jobs use the shares that their jobs hold.
class OwnPodsTest {
    private static final String SMALL = "'cpu':'4','memory':'8Gi','pods':'10'";
    private static final String CPU = "/cluster0/n/core0";
    private static final String POD = "'cpu':'1','memory':'1Gi'";

    /// Names with a slash, and one that ends with digits.
    private static final SortedMap<String, Long> DEVICES =
            new TreeMap<>(Map.of("nvidia.com/gpu", 1L, "gpu.intel.com/i915", 2L));

    private static final String WITH_DEVICES = SMALL + ",'nvidia.com/gpu':'2','gpu.intel.com/i915':'4'";
    private static final String DEVICES_POD = POD + ",'nvidia.com/gpu':'1','gpu.intel.com/i915':'2'";

    /// The devices of each pod, by type.
    private SortedMap<String, Long> devices = new TreeMap<>();

    private boolean expectsPods = true;

    /// The node on which the job has places; empty if it is any.
    private String jobsNode = "";

    /// Job 1 has all pods of our scheduler.
    private final class ByScheduler implements OwnWork {
        @Override
        public Optional<Place> placeOf(JsonObject pod, String node) {
            SortedMap<String, Long> amounts = new TreeMap<>(Map.of("core", 1000L, "memory", 1L << 30, "pods", 1L));
            amounts.putAll(devices);
            boolean isThere = jobsNode.isEmpty() || jobsNode.equals(node);
            return isThere && pod.text("spec", "schedulerName").equals("sluice")
                    ? Optional.of(new Place(1, amounts, amounts))
                    : Optional.empty();
        }

        @Override
        public boolean expectsPods(long job) {
            return expectsPods;
        }
    }

    private final VirtualFollowedCluster cluster =
            new VirtualFollowedCluster(1, UnaryOperator.identity(), new ByScheduler());

    private Jobspec pods(int count) {
        List<ResourceRequest> resources = new ArrayList<>(List.of(
                ResourceRequest.of("core", Count.exactly(1000)),
                ResourceRequest.of("memory", Count.exactly(1L << 30)),
                ResourceRequest.of("pods", Count.exactly(1))));
        devices.forEach((type, amount) -> resources.add(ResourceRequest.of(type, Count.exactly(amount))));
        ResourceRequest slot =
                ResourceRequest.slot("pod", Count.exactly(count), resources.toArray(ResourceRequest[]::new));
        return new Jobspec(Jobspec.VERSION_1, List.of(slot), List.of(), Attributes.NONE);
    }

    private void submit(int count) {
        submit(count, SMALL);
    }

    private void submit(int count, String allocatable) {
        cluster.node("n", allocatable);
        cluster.settle();
        cluster.follower()
                .tell(new Event.JobSubmitted(Job.of(1, pods(count), 3600 * FollowedCluster.SECOND)
                        .withParts(JobParts.fixed(pods(1), count))));
        cluster.settle();
    }

    private void ownPod(String name) {
        ownPod(name, POD);
    }

    private void ownPod(String name, String requests) {
        cluster.pod(name, requests, "'nodeName':'n','schedulerName':'sluice',");
        cluster.settle();
    }

    /// Starts a job with a pod for each half of a node's devices.
    private void useDevices() {
        devices = DEVICES;
        submit(2, WITH_DEVICES);
        ownPod("a", DEVICES_POD);
        ownPod("b", DEVICES_POD);
        assertFree(0);
        cluster.assertInSync();
    }

    /// Asserts that the devices of some pods are free.
    private void assertFree(int pods) {
        assertThat(free("nvidia.com:gpu", 2)).as("GPUs").isEqualTo(pods);
        assertThat(free("gpu.intel.com:i915", 4)).as("i915s").isEqualTo(2L * pods);
    }

    private long free(String name, int units) {
        return IntStream.range(0, units)
                .filter(unit -> cluster.free("/cluster0/n/" + name + unit) > 0)
                .count();
    }

    private boolean isConfirmed() {
        Engine engine = cluster.follower().engine();
        return engine.table().confirmedNanos(engine.table().indexOf(1)) != JobTable.NEVER;
    }

    @Test
    void aPodOfAJobUsesItsShareAndConfirmsTheJobWhenItRuns() {
        submit(2);
        assertThat(cluster.free(CPU)).as("held for both pods").isEqualTo(2000);

        ownPod("a");
        assertThat(cluster.free(CPU)).as("not counted twice").isEqualTo(2000);
        assertThat(isConfirmed()).isFalse();

        cluster.podStatus("a", "'phase':'Running'");
        cluster.settle();

        assertThat(isConfirmed()).isTrue();
        cluster.assertInSync();
    }

    @Test
    void anEndedPodReleasesItsShareOnly() {
        submit(3);
        ownPod("a");
        ownPod("b");
        ownPod("c");

        cluster.podStatus("a", "'phase':'Succeeded'");
        cluster.settle();
        assertThat(cluster.free(CPU)).isEqualTo(2000);
        cluster.assertInSync();

        cluster.deletePod("b");
        cluster.settle();
        assertThat(cluster.free(CPU)).isEqualTo(3000);
        cluster.assertInSync();
    }

    @Test
    void aResizedPodGivesUpPartOfItsShareOrHoldsMoreBesideIt() {
        submit(1);
        ownPod("a");
        cluster.podStatus("a", "'phase':'Running'");

        cluster.resize("a", "500m", "500m");
        cluster.settle();
        assertThat(cluster.free(CPU)).isEqualTo(3500);
        cluster.assertInSync();

        cluster.resize("a", "2", "2");
        cluster.settle();
        assertThat(cluster.free(CPU)).isEqualTo(2000);
        cluster.assertInSync();

        cluster.deletePod("a");
        cluster.settle();
        assertThat(cluster.free(CPU)).isEqualTo(4000);
        cluster.assertInSync();
    }

    @Test
    void h2AnOwnPodSeenBeforeItsNodeUsesItsShare() {
        submit(2);
        cluster.deleteNode("n");
        cluster.settle();
        ownPod("a");
        cluster.podStatus("a", "'phase':'Running'");
        cluster.settle();

        cluster.node("n", SMALL);
        cluster.settle();

        assertThat(cluster.free(CPU)).as("not counted twice").isEqualTo(2000);
        assertThat(isConfirmed()).isTrue();
        cluster.assertInSync();
        cluster.deletePod("a");
        cluster.settle();
        assertThat(cluster.free(CPU)).isEqualTo(3000);
    }

    @Test
    void h2DevicesOfAnOwnPodThatIsSeenBeforeItsNodeAreReleasedWithIt() {
        devices = DEVICES;
        submit(2, WITH_DEVICES);
        cluster.deleteNode("n");
        cluster.settle();
        ownPod("a", DEVICES_POD);
        ownPod("b", DEVICES_POD);
        cluster.node("n", WITH_DEVICES);
        cluster.settle();
        assertFree(0);

        cluster.deleteNode("n");
        cluster.settle();
        cluster.deletePod("a");
        cluster.settle();
        cluster.node("n", WITH_DEVICES);
        cluster.settle();

        assertThat(cluster.free(CPU)).isEqualTo(3000);
        assertFree(1);
        expectsPods = false;
        cluster.assertInSync();
    }

    @Test
    void h6DevicesOfAPodThatEndsWhileItsNodeIsAwayAreFreeWhenItReturns() {
        useDevices();
        expectsPods = false;
        cluster.deleteNode("n");
        cluster.settle();
        cluster.deletePod("a");
        cluster.settle();

        cluster.node("n", WITH_DEVICES);
        cluster.settle();

        assertThat(cluster.free(CPU)).isEqualTo(3000);
        assertFree(1);
        cluster.assertInSync();
    }

    @Test
    void h4DevicesOfAPodThatEndsWhileTheirPluginShowsNoneAreFreeWhenItShowsThem() {
        useDevices();
        expectsPods = false;
        cluster.deleteNode("n");
        cluster.settle();
        cluster.node("n", SMALL + ",'nvidia.com/gpu':'0','gpu.intel.com/i915':'0'");
        cluster.settle();
        assertThat(cluster.has("/cluster0/n/nvidia.com:gpu0")).isFalse();

        cluster.deletePod("a");
        cluster.settle();
        cluster.allocatable("n", WITH_DEVICES);
        cluster.settle();

        assertThat(cluster.free(CPU)).isEqualTo(3000);
        assertFree(1);
        cluster.assertInSync();
    }

    @Test
    void aNominatedPodThatIsBoundToAnUnknownNodeUsesItsShareThereLater() {
        jobsNode = "n";
        submit(2);
        cluster.node("nominated", SMALL);
        cluster.deleteNode("n");
        cluster.pod("a", POD, "'schedulerName':'sluice',");
        cluster.podStatus("a", "'nominatedNodeName':'nominated'");
        cluster.settle();
        assertThat(cluster.free("/cluster0/nominated/core0")).isEqualTo(3000);

        cluster.bind("a", "n");
        cluster.settle();
        assertThat(cluster.free("/cluster0/nominated/core0")).isEqualTo(4000);

        cluster.node("n", SMALL);
        cluster.settle();
        assertThat(cluster.free(CPU)).as("not counted twice").isEqualTo(2000);
        cluster.assertInSync();
    }

    @Test
    void aNominatedPodThatIsBoundToItsPlaceOnAnotherNodeUsesItsShareThere() {
        jobsNode = "n";
        submit(2);
        cluster.node("nominated", SMALL);
        cluster.pod("a", POD, "'schedulerName':'sluice',");
        cluster.podStatus("a", "'nominatedNodeName':'nominated'");
        cluster.settle();
        assertThat(cluster.free("/cluster0/nominated/core0")).isEqualTo(3000);

        cluster.bind("a", "n");
        cluster.settle();

        assertThat(cluster.free("/cluster0/nominated/core0")).isEqualTo(4000);
        assertThat(cluster.free(CPU)).as("not counted twice").isEqualTo(2000);
        cluster.assertInSync();
    }

    @Test
    void aShareForWhichNoPodIsExpectedIsDrift() {
        submit(2);
        ownPod("a");
        assertThat(cluster.audit().isClean()).as("the other pod may still come").isTrue();

        expectsPods = false;

        AuditReport report = cluster.audit();
        assertThat(report.drifts()).anySatisfy(drift -> {
            assertThat(drift.node()).isEqualTo("n");
            assertThat(drift.what()).isEqualTo("cpu");
            assertThat(drift.expected()).isEqualTo("1000");
            assertThat(drift.found()).isEqualTo("2000");
            assertThat(drift.holder()).isEqualTo("job 1");
        });
    }
}
