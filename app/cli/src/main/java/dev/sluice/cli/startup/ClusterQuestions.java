package dev.sluice.cli.startup;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.server.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Path;

/// Sends typical requests to the cluster of a kubeconfig.
public final class ClusterQuestions {
    /// The JIT compiler considers a method hot after some hundreds of calls.
    private static final int PODS = 1000;

    private static final String POD = """
            {"metadata":{"name":"%s","labels":{"app":"training"}},"spec":{"restartPolicy":"Never","schedulerName":"training",\
            "containers":[{"name":"main","image":"example.com/work:1","command":["work"],\
            "resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}""";

    /// Enough for the scheduler's first passes and calls.
    private static final int JOBS = 50;

    private static final String JOB = """
            {"metadata":{"name":"%s"},"spec":{"parallelism":2,"completions":2,"template":{"metadata":{"annotations":\
            {"sluice.dev/run-for":"1s"}},"spec":{"restartPolicy":"Never","containers":[{"name":"main",\
            "image":"example.com/work:1","resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}}}""";

    private static final String BINDING = "{\"metadata\":{\"name\":\"%s\"},\"target\":{\"name\":\"node-0\"}}";

    private ClusterQuestions() {}

    public static void main(String[] arguments) throws IOException {
        try (KubeClient client = KubeClient.connect(Credentials.ofKubeconfig(Path.of(arguments[0]), ""))) {
            ask(client);
        }
    }

    private static void ask(KubeClient client) {
        for (int i = 0; i < PODS; i++) {
            String name = "pod-" + i;
            client.create(KubeTypes.PODS, "default", object(POD, name), WriteOptions.PLAIN);
            ObjectKey key = new ObjectKey("default", name);
            client.act(KubeTypes.PODS, key, "binding", object(BINDING, name), WriteOptions.PLAIN);
            client.get(KubeTypes.PODS, key);
        }
        for (int i = 0; i < JOBS; i++) {
            client.create(
                    KubeTypes.JOBS, EmbeddedServer.MANAGED_NAMESPACE, object(JOB, "job-" + i), WriteOptions.PLAIN);
        }
        client.list(KubeTypes.PODS, "default", ListOptions.ALL);
        client.list(KubeTypes.NODES, "", ListOptions.ALL);
        client.deleteCollection(KubeTypes.PODS, "default", ListOptions.ALL, DeleteOptions.within(0));
    }

    private static JsonObject object(String text, String name) {
        return (JsonObject) JsonText.read(text.formatted(name));
    }
}
