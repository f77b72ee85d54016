package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The manifests of `deploy/` on a real API server: they are accepted, and the service account may do what the
/// scheduler does and nothing else.
@RealKubernetes(nodes = 1, without = Component.SCHEDULER)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ManifestsIT {
    private static final String KUSTOMIZATION = "kustomization.yaml";
    private static final String NAMESPACE = "sluice";

    private RealServer server;

    @BeforeAll
    void install(ControlPlane controlPlane) {
        server = new RealServer(controlPlane);
        // Nothing can be tried in a namespace that is not there.
        kubectl().run("apply", "--filename", file("namespace.yaml"));
        kubectl().run("apply", "--filename", file("rbac.yaml"));
    }

    @AfterAll
    void remove() {
        kubectl().run("delete", "--ignore-not-found", "--kustomize", Manifests.FOLDER.toString());
        server.close();
    }

    private Kubectl kubectl() {
        return server.kubectl().inNamespace(NAMESPACE);
    }

    private static String file(String name) {
        return Manifests.FOLDER.resolve(name).toString();
    }

    static List<String> manifests() throws IOException {
        try (Stream<Path> files = Files.list(Manifests.FOLDER)) {
            return files.map(path -> path.getFileName().toString())
                    .filter(name -> !name.equals(KUSTOMIZATION))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void everyManifestIsAccepted(String manifest) {
        String said = kubectl().run("apply", "--dry-run=server", "--validate=strict", "--filename", file(manifest));

        assertThat(said.lines()).isNotEmpty().allMatch(line -> line.endsWith("(server dry run)"));
    }

    @Test
    void allOfItTogetherGetsAPodThatPodSecurityAdmits() {
        kubectl().run("apply", "--validate=strict", "--kustomize", Manifests.FOLDER.toString());

        server.await(
                "the Deployment gets its pod",
                () -> !server.list("Pod", NAMESPACE, "app.kubernetes.io%2Fname=sluice")
                        .isEmpty());
        JsonObject pod =
                server.list("Pod", NAMESPACE, "app.kubernetes.io%2Fname=sluice").getFirst();
        assertThat(pod.text("spec", "serviceAccountName")).isEqualTo("sluice");
        assertThat(pod.text("spec", "schedulerName")).isEqualTo("default-scheduler");
        assertThat(pod.object("metadata", "labels").has("sluice.dev/queue")).isFalse();
    }

    @Test
    void watchRightsAreNotPartOfTheServer() {
        assertThat(kubectl().run("kustomize", Manifests.FOLDER.toString())).doesNotContain("sluice-watch");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "get nodes",
                "list nodes",
                "watch nodes",
                "get pods",
                "list pods",
                "watch pods",
                "get namespaces",
                "list namespaces",
                "watch namespaces",
                "list limitranges",
                "watch limitranges",
                "get jobs.batch",
                "list jobs.batch",
                "watch jobs.batch",
                "get cronjobs.batch",
                "get replicasets.apps",
                "get deployments.apps",
                "get statefulsets.apps",
                "get priorityclasses.scheduling.k8s.io",
                "watch priorityclasses.scheduling.k8s.io",
                "get podgroups.scheduling.x-k8s.io",
                "patch jobs.batch",
                "patch pods",
                "delete pods",
                "create pods/binding",
                "create events",
                "patch events",
                "create tokenreviews.authentication.k8s.io",
                "create selfsubjectreviews.authentication.k8s.io",
                "get mutatingwebhookconfigurations.admissionregistration.k8s.io intake.sluice.dev",
                "patch mutatingwebhookconfigurations.admissionregistration.k8s.io intake.sluice.dev",
                "get mutatingadmissionpolicies.admissionregistration.k8s.io jobs.intake.sluice.dev",
                "get validatingadmissionpolicies.admissionregistration.k8s.io users.checks.sluice.dev",
                "get validatingadmissionpolicies.admissionregistration.k8s.io held-jobs.checks.sluice.dev",
                "get validatingadmissionpolicies.admissionregistration.k8s.io held-pods.checks.sluice.dev"
            })
    void theAccountMayDoWhatTheSchedulerDoes(String what) {
        for (String namespace : List.of("", "default")) {
            assertThat(server.maySluice(what, namespace)).as(namespace).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"patch configmaps sluice-api", "get secrets sluice-ca", "patch secrets sluice-ca"})
    void theAccountMayUseItsOwnObjects(String what) {
        assertThat(server.maySluice(what, NAMESPACE)).isTrue();
        assertThat(server.maySluice(what, "default")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create jobs.batch",
                "update jobs.batch",
                "delete jobs.batch",
                "patch jobs.batch/status",
                "patch cronjobs.batch",
                "list cronjobs.batch",
                "watch replicasets.apps",
                "list deployments.apps",
                "list statefulsets.apps",
                "list podgroups.scheduling.x-k8s.io",
                "get podgroups.scheduling.k8s.io",
                "create pods",
                "update pods",
                "deletecollection pods",
                "patch pods/status",
                "create pods/exec",
                "create pods/eviction",
                "get pods/log",
                "patch pods/ephemeralcontainers",
                "patch nodes",
                "update nodes",
                "delete nodes",
                "create nodes",
                "patch nodes/status",
                "get nodes/proxy",
                "get secrets",
                "list secrets",
                "watch secrets",
                "create secrets",
                "get secrets sluice-database",
                "patch secrets sluice-database",
                "delete secrets sluice-ca",
                "get configmaps",
                "create configmaps",
                "patch namespaces",
                "delete namespaces",
                "patch deployments.apps",
                "patch statefulsets.apps",
                "get persistentvolumeclaims",
                "delete events",
                "create serviceaccounts/token",
                "impersonate users",
                "impersonate serviceaccounts",
                "create subjectaccessreviews.authorization.k8s.io",
                "create clusterrolebindings.rbac.authorization.k8s.io",
                "patch clusterroles.rbac.authorization.k8s.io",
                "escalate clusterroles.rbac.authorization.k8s.io",
                "list mutatingwebhookconfigurations.admissionregistration.k8s.io",
                "patch mutatingwebhookconfigurations.admissionregistration.k8s.io other.example.org",
                "delete mutatingwebhookconfigurations.admissionregistration.k8s.io intake.sluice.dev",
                "patch validatingadmissionpolicies.admissionregistration.k8s.io users.checks.sluice.dev",
                "get validatingadmissionpolicies.admissionregistration.k8s.io other.example.org",
                "list mutatingadmissionpolicies.admissionregistration.k8s.io",
                "patch flowschemas.flowcontrol.apiserver.k8s.io sluice"
            })
    void theAccountMayDoNothingElse(String what) {
        for (String namespace : List.of("", "default", "kube-system", NAMESPACE)) {
            assertThat(server.maySluice(what, namespace)).as(namespace).isFalse();
        }
    }

    @Test
    void requestsOfTheAccountHaveAPriorityLevelOfTheirOwn() {
        kubectl().run("apply", "--filename", file("flow-control.yaml"));
        String schema = kubectl().run("get", "flowschema", "sluice", "--output", "jsonpath={.metadata.uid}");

        server.await(
                "the flow schema takes effect",
                () -> server.flowSchemaOfSluice().equals(schema));
    }
}
