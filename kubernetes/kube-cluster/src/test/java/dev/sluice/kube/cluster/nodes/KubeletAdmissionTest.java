package dev.sluice.kube.cluster.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.Durations;
import dev.sluice.kube.cluster.nodes.KubeletAdmission.Refusal;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.request.HostPort;
import dev.sluice.kube.request.PodRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The reasons, messages and order are those of kubelet 1.36.
class KubeletAdmissionTest {
    private static final String NODE = "{'metadata':{'name':'n','labels':{'a':'b'}},'status':{"
            + "'capacity':{'cpu':'4','memory':'2Gi','nvidia.com/gpu':'2','pods':'3'},"
            + "'allocatable':{'cpu':'2','memory':'1Gi','nvidia.com/gpu':'1','example.com/lost':'0','pods':'2'}}}";

    private final SimulatedNode node = new SimulatedNode("n", 0, NodeTemplate.of(NodeShape.DEFAULT));

    @Test
    void theFirstInsufficientResourceIsReported() {
        assertThat(refusal("{'requests':{'memory':'2Gi','cpu':'3','nvidia.com/gpu':'2'}}", ""))
                .isEqualTo(new Refusal(
                        "OutOfcpu", "Node didn't have enough resource: cpu, requested: 3000, used: 0, capacity: 2000"));
        assertThat(refusal("{'requests':{'nvidia.com/gpu':'2','memory':'2Gi'}}", ""))
                .isEqualTo(new Refusal(
                        "OutOfmemory",
                        "Node didn't have enough resource: memory, requested: 2147483648, used: 0,"
                                + " capacity: 1073741824"));
        assertThat(refusal("{'requests':{'nvidia.com/gpu':'2'}}", ""))
                .isEqualTo(new Refusal(
                        "OutOfnvidia.com/gpu",
                        "Node didn't have enough resource: nvidia.com/gpu, requested: 2, used: 0, capacity: 1"));
    }

    @Test
    void onlyExtendedResourcesMayBeUnknown() {
        assertThat(refusal("{'requests':{'example.com/dongle':'2'}}", "")).isNull();
        assertThat(refusal("{'requests':{'example.com/lost':'1'}}", ""))
                .isEqualTo(new Refusal(
                        "OutOfexample.com/lost",
                        "Node didn't have enough resource: example.com/lost, requested: 1, used: 0, capacity: 0"));
        assertThat(refusal("{'requests':{'ephemeral-storage':'1Gi'}}", ""))
                .isEqualTo(new Refusal(
                        "OutOfephemeral-storage",
                        "Node didn't have enough resource: ephemeral-storage, requested: 1073741824, used: 0,"
                                + " capacity: 0"));
    }

    @Test
    void thePodLimitIsCheckedFirst() {
        take("p1", "");
        take("p2", "");

        assertThat(refusal("{'requests':{'cpu':'3'}}", ""))
                .isEqualTo(new Refusal(
                        "OutOfpods", "Node didn't have enough resource: pods, requested: 1, used: 2, capacity: 2"));
    }

    @Test
    void hostPortsMustNotConflict() {
        String port = "'ports':[{'containerPort':80,'hostPort':80%s}],";
        take("p1", port.formatted(",'hostIP':'10.0.0.1'"));

        assertThat(refusal("{}", port.formatted("")))
                .isEqualTo(new Refusal(
                        "NodePorts",
                        "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports"));
        assertThat(refusal("{}", port.formatted(",'protocol':'UDP'"))).isNull();
        assertThat(refusal("{}", port.formatted(",'hostIP':'10.0.0.2'"))).isNull();
        node.release(new ObjectKey("default", "p1"));
        assertThat(refusal("{}", port.formatted(""))).isNull();
    }

    @Test
    void aNodeSelectorMismatchIsRejected() {
        assertThat(refusalOf(pod("{}", "", ",'nodeSelector':{'a':'c'}")))
                .isEqualTo(new Refusal(
                        "NodeAffinity",
                        "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector"));
        assertThat(refusalOf(pod("{'requests':{'cpu':'3'}}", "", ",'os':{'name':'windows'}")))
                .isEqualTo(
                        new Refusal("PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"));
        assertThat(refusalOf(pod("{}", "", ",'securityContext':{'supplementalGroupsPolicy':'Strict'}")))
                .isEqualTo(new Refusal(
                        "SupplementalGroupsPolicyNotSupported",
                        "SupplementalGroupsPolicy=Strict is not supported in this node"));
    }

    @Test
    void timesAreWrittenAsGoDoes() {
        assertThat(Durations.text(10_000_000_000L)).isEqualTo("10s");
        assertThat(Durations.text(160_000_000_000L)).isEqualTo("2m40s");
        assertThat(Durations.text(300_000_000_000L)).isEqualTo("5m0s");
    }

    private void take(String name, String container) {
        JsonObject pod = pod("{}", container, "");
        node.take(
                new ObjectKey("default", name),
                new RunningPod(name, PodSize.ofAdmitted(pod), PodRequest.of(pod), HostPort.of(pod), 0, 0));
    }

    private @Nullable Refusal refusal(String resources, String container) {
        return refusalOf(pod(resources, container, ""));
    }

    private @Nullable Refusal refusalOf(JsonObject pod) {
        return KubeletAdmission.refusal(parse(NODE), node, pod);
    }

    private static JsonObject pod(String resources, String container, String spec) {
        return parse("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c',%s'resources':%s}]%s}}"
                .formatted(container, resources, spec));
    }

    private static JsonObject parse(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }
}
