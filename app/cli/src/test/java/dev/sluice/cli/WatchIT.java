package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `sluice watch` on a real control plane, with exactly the rights of `deploy/watch-rbac.yaml`.
@RealKubernetes(nodes = 5, shared = false)
@Timeout(WatchIT.LIMIT_SECONDS)
class WatchIT {
    /// A quiet watch passes the audit's lists with the server's bookmark, after a minute or more.
    static final long LIMIT_SECONDS = 600;

    private static final Path MANIFEST = Path.of("..", "..", "deploy", "watch-rbac.yaml");

    @TempDir
    Path folder;

    @Test
    void getListAndWatchOfNodesAndPodsAreEnough(ControlPlane plane) throws IOException {
        Kubectl admin = plane.kubectl();
        placeAPod(admin);
        admin.run("create", "namespace", "sluice");
        admin.inNamespace("sluice").run("apply", "--filename=" + MANIFEST);
        Path kubeconfig = kubeconfigOf(plane, admin.inNamespace("sluice"));

        Terminal terminal = Terminal.run("watch", "--once", "--output=json", "--kubeconfig=" + kubeconfig);

        assertThat(terminal.err()).doesNotContain("forbidden");
        assertThat(terminal.exitCode()).as(terminal.err()).isEqualTo(ExitCode.OK);
        JsonNode json = new JsonMapper().readTree(terminal.out());
        assertThat(json.at("/problems")).as("requests that were refused").isEmpty();
        assertThat(json.at("/nodes").asInt()).isEqualTo(5);
        assertThat(json.at("/foreignPods").asInt()).isEqualTo(1);
        assertThat(json.at("/resources/cpu/foreign").asDouble()).isEqualTo(1.5);
        assertThat(json.at("/audit/nodes").asInt()).isPositive();
        assertThat(json.at("/audit/driftCount").asInt()).isZero();

        admin.run("delete", "clusterrolebinding", "sluice-watch");
        Terminal without = Terminal.run("watch", "--once", "--kubeconfig=" + kubeconfig);
        assertThat(without.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(without.err()).contains("cannot list resource \"nodes\"").contains("verbs: [get, list, watch]");
    }

    private static void placeAPod(Kubectl admin) {
        admin.apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: theirs}
                spec:
                  containers:
                    - name: main
                      image: example.com/work:1
                      resources: {requests: {cpu: 1500m}}
                """);
        admin.run("wait", "--for=jsonpath={.status.phase}=Running", "pod/theirs", "--timeout=120s");
    }

    private Path kubeconfigOf(ControlPlane plane, Kubectl admin) throws IOException {
        String token = admin.run("create", "token", "sluice-watch").strip();
        Path file = Files.copy(plane.kubeconfig(), folder.resolve("kubeconfig"));
        Kubectl own = new Kubectl(plane.binaries().resolve("kubectl"), file, "default");
        own.run("config", "set-credentials", "watcher", "--token=" + token);
        String cluster = own.run("config", "view", "-o", "jsonpath={.contexts[0].context.cluster}")
                .strip();
        own.run("config", "set-context", "watcher", "--cluster=" + cluster, "--user=watcher");
        own.run("config", "use-context", "watcher");
        return file;
    }
}
