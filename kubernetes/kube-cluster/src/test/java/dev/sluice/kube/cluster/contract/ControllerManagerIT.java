package dev.sluice.kube.cluster.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.cluster.ClusterSettings;
import dev.sluice.kube.cluster.EmbeddedCluster;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import dev.sluice.testkit.kubernetes.RealProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An unmodified kube-controller-manager with default settings and RBAC rights drives an embedded API server with
/// simulated nodes; kube-scheduler binds the pods, and kubectl waits for the results.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.KWOK})
class ControllerManagerIT {
    private static final String WAIT = "--timeout=60s";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    static Path folder;

    private static final List<AutoCloseable> OPEN = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Kubectl kubectl;

    /// Null if it could not be started.
    private static @Nullable RealProgram manager;

    @BeforeAll
    static void start(ControlPlane real) throws IOException {
        EmbeddedCluster cluster = EmbeddedCluster.start(
                new ClusterSettings(ServerOptions.secure(0), false, FleetSettings.of(5, NodeShape.DEFAULT, 0)),
                new SystemClock(),
                new Seeds(1),
                new FailRunOnFault());
        OPEN.add(cluster);
        Path admin = folder.resolve("kubeconfig");
        cluster.server().kubeconfig().write(admin);
        // As in any cluster, each program has its own user, and each controller its service account.
        manager = start(real, cluster, "kube-controller-manager", "--use-service-account-credentials");
        start(real, cluster, "kube-scheduler");
        kubectl = new Kubectl(real.binaries().resolve("kubectl"), admin, "default");
        kubectl.run("wait", "--for=create", "serviceaccount/default", WAIT);
    }

    private static RealProgram start(ControlPlane real, EmbeddedCluster cluster, String name, String... options)
            throws IOException {
        Path kubeconfig = folder.resolve(name + ".kubeconfig");
        cluster.server().client("system:" + name, List.of()).write(kubeconfig);
        List<String> all = new ArrayList<>(List.of(options));
        for (String option : List.of("kubeconfig", "authentication-kubeconfig", "authorization-kubeconfig")) {
            all.add("--" + option + "=" + kubeconfig);
        }
        all.add("--secure-port=0");
        RealProgram program = RealProgram.start(real, name, folder, all.toArray(String[]::new));
        OPEN.add(program);
        return program;
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable open : OPEN.reversed()) {
            open.close();
        }
        OPEN.clear();
        if (manager != null) {
            assertThat(manager.log()).doesNotContain("is forbidden: User", "Unauthorized");
        }
    }

    @Test
    void aDeploymentRollsOutAndBack() {
        Kubectl own = namespace("roll-out");
        own.run("create", "deployment", "web", "--image=web:1", "--replicas=6");
        own.run("rollout", "status", "deployment/web", WAIT);
        own.run("set", "image", "deployment/web", "web=web:2");
        own.run("rollout", "status", "deployment/web", WAIT);

        assertThat(texts(own.get("pods", "--selector=app=web"), "/spec/containers/0/image"))
                .contains("web:2");
        assertThat(texts(own.get("replicasets"), "/spec/replicas")).containsExactlyInAnyOrder("0", "6");
        own.run("rollout", "undo", "deployment/web");
        own.run("rollout", "status", "deployment/web", WAIT);
        assertThat(own.get("deployment", "web").at("/status/readyReplicas").asInt())
                .isEqualTo(6);
        assertThat(own.run("rollout", "history", "deployment/web")).contains("2", "3");
    }

    @Test
    void aJobRunsToItsEnd() {
        Kubectl own = namespace("jobs");
        own.apply(job("good", "0", "{completions: 6, parallelism: 3, completionMode: Indexed, "));
        own.apply(job("bad", "3", "{backoffLimit: 0, "));
        own.run("wait", "--for=condition=complete", "job/good", WAIT);
        own.run("wait", "--for=condition=failed", "job/bad", WAIT);

        assertThat(own.get("job", "good").at("/status/succeeded").asInt()).isEqualTo(6);
        assertThat(own.get("job", "good").at("/status/completedIndexes").asText())
                .isEqualTo("0-5");
        assertThat(own.get("job", "bad").at("/status/failed").asInt()).isEqualTo(1);
        assertThat(own.run("get", "events")).contains("BackoffLimitExceeded");
    }

    @Test
    void dependentsAreDeletedOrOrphaned() {
        Kubectl own = namespace("garbage");
        for (String name : List.of("background", "foreground", "orphan")) {
            own.run("create", "deployment", name, "--image=web:1", "--replicas=2");
        }
        for (String name : List.of("background", "foreground", "orphan")) {
            own.run("rollout", "status", "deployment/" + name, WAIT);
        }

        own.run("delete", "deployment", "foreground", "--cascade=foreground", WAIT);
        assertThat(own.get("pods", "--selector=app=foreground").at("/items")).isEmpty();

        own.run("delete", "deployment", "background", "--cascade=background", WAIT);
        own.run("wait", "--for=delete", "replicaset,pod", "--selector=app=background", WAIT);
        assertThat(own.get("pods", "--selector=app=background").at("/items")).isEmpty();

        own.run("delete", "deployment", "orphan", "--cascade=orphan", WAIT);
        JsonNode left = own.get("replicasets");
        assertThat(left.at("/items")).hasSize(1);
        assertThat(left.at("/items/0/metadata/ownerReferences").isMissingNode()).isTrue();
        assertThat(own.get("pods", "--selector=app=orphan").at("/items")).hasSize(2);
    }

    @Test
    void aNamespaceIsDeletedWithItsContent() {
        Kubectl own = namespace("doomed");
        own.run("create", "deployment", "web", "--image=web:1", "--replicas=2");
        own.run("create", "configmap", "settings", "--from-literal=a=b");
        own.run("create", "secret", "generic", "hidden", "--from-literal=a=b");
        own.apply(job("good", "0", "{"));
        own.run("rollout", "status", "deployment/web", WAIT);

        kubectl.run("delete", "namespace", "doomed", WAIT);

        assertThat(kubectl.run("get", "namespaces", "--output=name")).doesNotContain("doomed");
        assertThat(own.get("all,configmaps,secrets,serviceaccounts,events").at("/items"))
                .isEmpty();
    }

    private static Kubectl namespace(String name) {
        kubectl.run("create", "namespace", name);
        return kubectl.inNamespace(name);
    }

    private static String job(String name, String exitCode, String spec) {
        return """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: %s}
                spec: %s template: {
                    metadata: {annotations: {sluice.dev/run-for: 500ms, sluice.dev/exit-code: "%s"}},
                    spec: {restartPolicy: Never, containers: [{name: c, image: work:1}]}}}
                """.formatted(name, spec, exitCode);
    }

    private static List<String> texts(JsonNode list, String pointer) {
        List<String> texts = new ArrayList<>();
        list.at("/items").forEach(item -> texts.add(item.at(pointer).asText()));
        return texts;
    }
}
