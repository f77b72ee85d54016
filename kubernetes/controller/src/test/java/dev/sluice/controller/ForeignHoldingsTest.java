package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.Drift;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.machine.ForeignUse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What audits say of what pods hold beside their jobs' places: mistakes of a sync that leaves such holdings behind,
/// makes them too large, or loses them.
class ForeignHoldingsTest {
    private static final String NODE = "/cluster0/node-0";
    private static final String OTHER_NODE = "/cluster0/node-1";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 2, "cpu=8,memory=8Gi");

    /// @param container further fields of the container
    private void job(String name, int pods, String container) {
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'podReplacementPolicy':'Failed','backoffLimit':1000,'parallelism':%d,'completions':%d,"
                                + "'template':{'metadata':{'annotations':{'sluice.dev/run-for':'1h'}},'spec':{"
                                + "'schedulerName':'sluice','restartPolicy':'Never','containers':[{'name':'c',"
                                + "'image':'i','resources':{'requests':{'cpu':'1'}}%s}]}}}}")
                        .formatted(name, pods, pods, container));
        cluster.pass(20);
        assertThat(cluster.podsOf(name)).hasSize(pods).allMatch(Pod::isPlaced);
        cluster.assertInSync();
    }

    private static String uid(Pod pod) {
        return KubeObjects.uid(pod.json());
    }

    private static String name(Pod pod) {
        return KubeObjects.namespace(pod.json()) + "/" + KubeObjects.name(pod.json());
    }

    /// Tells the engine what the sync has not seen.
    private void plant(Event event) {
        cluster.scheduler().follower().tell(event);
        cluster.pass(1);
    }

    private void plant(ForeignUse use) {
        plant(new Event.ForeignHeld(use));
    }

    private List<Drift> drifts() {
        return cluster.audit().drifts();
    }

    private static ForeignUse cpu(Pod pod, String node, long amount) {
        return new ForeignUse(uid(pod), node, Map.of("core", amount), ForeignUse.OPEN);
    }

    /// The job expects a replacement of the pod that has failed, so it may hold more than its pods do.
    private Pod onePodOfTwo() {
        job("train", 2, "");
        cluster.fence(1000);
        Pod first = cluster.podsOf("train").getFirst();
        cluster.patchStatus(KubeObjects.name(first.json()), "{'status':{'phase':'Failed'}}");
        cluster.pass(20);
        assertThat(drifts()).isEmpty();
        return cluster.podsOf("train").stream()
                .filter(Pod::isPlaced)
                .filter(Pod::isActive)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatAPodOfAJobHoldsOnAnotherNodeIsDrift() {
        job("train", 1, "");
        Pod pod = cluster.podsOf("train").getFirst();
        String other = pod.nodeName().equals("node-0") ? "node-1" : "node-0";

        plant(cpu(pod, "/cluster0/" + other, 1000));

        assertThat(drifts()).containsExactly(new Drift(other, "pod", "absent", "{core=1000}", name(pod)));
    }

    @Test
    void whatAPodOfAJobHoldsBesideItsPlaceForNothingIsDrift() {
        Pod pod = onePodOfTwo();

        plant(cpu(pod, "/cluster0/" + pod.nodeName(), 500));

        assertThat(drifts()).containsExactly(new Drift(pod.nodeName(), "cpu", "0", "500", name(pod)));
    }

    @Test
    void whatAPodOfAJobLacksBesideItsPlaceIsDrift() {
        Pod pod = onePodOfTwo();
        String patch = "{'spec':{'containers':[{'name':'c','resources':{'requests':{'cpu':'3'}}}]}}";
        cluster.kube()
                .patch(
                        KubeTypes.PODS,
                        FollowedCluster.key("default", KubeObjects.name(pod.json())),
                        "resize",
                        Patch.strategic(FollowedCluster.object(patch)),
                        WriteOptions.PLAIN);
        cluster.pass(60);
        assertThat(drifts()).isEmpty();

        plant(new Event.ForeignGone(uid(pod)));

        assertThat(drifts()).containsExactly(new Drift(pod.nodeName(), "cpu", "2000", "0", name(pod)));
    }

    private Pod foreignPod(String ports) {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'theirs'},'spec':{'nodeName':'node-0','containers':[{'name':'c','image':'i',"
                                + "'resources':{'requests':{'cpu':'1'}}%s}]}}")
                        .formatted(ports));
        cluster.pass(20);
        cluster.assertInSync();
        return new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", "theirs")));
    }

    private static ForeignUse whole(Pod pod, String node, HostPort... ports) {
        return new ForeignUse(uid(pod), node, Map.of("core", 1000L, "pods", 1L), ForeignUse.OPEN).withHostPorts(ports);
    }

    @Test
    void aHostPortThatNoPodHasIsDrift() {
        Pod pod = foreignPod("");

        plant(whole(pod, NODE, HostPort.tcp(8080)));

        assertThat(drifts()).containsExactly(new Drift("node-0", "host ports", "[]", "[TCP 8080]", "default/theirs"));
    }

    @Test
    void aHostPortThatTheEngineDoesNotKnowIsDrift() {
        Pod pod = foreignPod(
                ",'ports':[{'containerPort':80,'hostPort':8080},{'containerPort':53,'hostPort':53,'protocol':'UDP',"
                        + "'hostIP':'10.0.0.1'}]");

        plant(whole(pod, NODE, HostPort.tcp(8080)));

        assertThat(drifts())
                .containsExactly(new Drift(
                        "node-0", "host ports", "[TCP 8080, UDP 10.0.0.1:53]", "[TCP 8080]", "default/theirs"));
    }

    /// Such a pod holds no amount of anything there.
    @Test
    void aPortThatIsLeftOnAnotherNodeIsDrift() {
        Pod pod = foreignPod("");

        plant(new ForeignUse(uid(pod), OTHER_NODE, Map.of(), ForeignUse.OPEN).withHostPorts(HostPort.tcp(8080)));

        assertThat(drifts()).contains(new Drift("node-1", "pod", "absent", "{}", "default/theirs"));
    }

    @Test
    void theHostPortsOfAJobsPodsAreThoseOfItsPlaces() {
        job("served", 2, ",'ports':[{'containerPort':80,'hostPort':8080}]");
        Pod pod = cluster.podsOf("served").getFirst();

        plant(cpu(pod, "/cluster0/" + pod.nodeName(), 500).withHostPorts(HostPort.tcp(9090)));

        assertThat(drifts())
                .contains(new Drift(pod.nodeName(), "host ports", "[TCP 8080]", "[TCP 8080, TCP 9090]", name(pod)));
    }
}
