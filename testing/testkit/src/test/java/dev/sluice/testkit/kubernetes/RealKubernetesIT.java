package dev.sluice.testkit.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/// Runs a Job through all real components.
@RealKubernetes
class RealKubernetesIT {
    private static final String JOB = """
            apiVersion: batch/v1
            kind: Job
            metadata:
              name: twenty
            spec:
              completions: 20
              parallelism: 20
              template:
                spec:
                  restartPolicy: Never
                  containers:
                    - name: work
                      image: none.example/work
                      resources:
                        requests: {cpu: 100m, memory: 64Mi}
            """;

    @Test
    void aJobIsTurnedIntoPodsBoundToNodesAndFinished(Kubectl kubectl) {
        kubectl.apply(JOB);
        kubectl.run("wait", "--for=condition=complete", "job/twenty", "--timeout=120s");

        JsonNode job = kubectl.get("job", "twenty");
        List<JsonNode> pods = items(kubectl.get("pods", "--selector", "job-name=twenty", "--show-managed-fields"));
        List<String> nodes = items(kubectl.get("nodes")).stream()
                .map(node -> node.at("/metadata/name").asText())
                .toList();
        List<JsonNode> bindings = items(kubectl.get("events", "--field-selector", "reason=Scheduled"));

        assertThat(job.at("/status/succeeded").asInt()).isEqualTo(20);
        assertThat(pods).hasSize(20).allSatisfy(pod -> {
            assertThat(pod.at("/metadata/ownerReferences/0/uid")).isEqualTo(job.at("/metadata/uid"));
            assertThat(pod.at("/metadata/managedFields").findValuesAsText("manager"))
                    .contains("kube-controller-manager");
            assertThat(pod.at("/spec/nodeName").asText()).isIn(nodes);
            assertThat(pod.at("/status/phase").asText()).isEqualTo("Succeeded");
            assertThat(pod.at("/status/containerStatuses/0/state/terminated/exitCode")
                            .asInt(-1))
                    .isZero();
        });
        assertThat(bindings)
                .hasSize(20)
                .allSatisfy(event -> assertThat(event.toString()).contains("default-scheduler"));
    }

    @RepeatedTest(2)
    void everyTestWorksInANamespaceOfItsOwn(Kubectl kubectl) {
        assertThat(items(kubectl.get("configmaps", "--field-selector", "metadata.name=mine")))
                .isEmpty();

        kubectl.run("create", "configmap", "mine");

        assertThat(items(kubectl.get("configmaps", "--field-selector", "metadata.name=mine")))
                .hasSize(1);
    }

    @Test
    void accessIsControlledByRoles(Kubectl kubectl) {
        assertThatThrownBy(() -> kubectl.run("get", "pods", "--as", "nobody"))
                .isInstanceOf(Kubectl.KubectlFailed.class)
                .hasMessageContaining("Forbidden");
    }

    @Test
    void nodesTellZoneAndRackAndOfferGpus(Kubectl kubectl) {
        assertThat(items(kubectl.get("nodes"))).hasSize(3).allSatisfy(node -> {
            assertThat(node.at("/metadata/labels").has("topology.kubernetes.io/zone"))
                    .isTrue();
            assertThat(node.at("/metadata/labels").has("sluice.dev/rack")).isTrue();
            assertThat(node.at("/status/allocatable").has("nvidia.com/gpu")).isTrue();
        });
    }

    static List<JsonNode> items(JsonNode list) {
        return list.get("items").valueStream().toList();
    }
}
