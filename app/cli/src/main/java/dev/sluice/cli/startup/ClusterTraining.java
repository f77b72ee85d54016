package dev.sluice.cli.startup;

import dev.sluice.cli.Main;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/// Runs a cluster and asks it what clusters are asked most, so that the first requests of a later one need not
/// wait for
/// classes to be loaded and for the compiler to learn what is called often. The cluster ends with the process.
final class ClusterTraining {
    /// The compiler takes a method for one that is called often after some hundreds of calls.
    private static final int PODS = 1000;

    private static final long PATIENCE_NANOS = 60 * Clock.NANOS_PER_SECOND;
    private static final long PAUSE_MILLIS = 20;

    private static final String POD = """
            {"metadata":{"name":"%s","labels":{"app":"training"}},"spec":{"restartPolicy":"Never",\
            "containers":[{"name":"main","image":"example.com/work:1","command":["work"],\
            "resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}""";

    private static final String BINDING = "{\"metadata\":{\"name\":\"%s\"},\"target\":{\"name\":\"node-0\"}}";

    private ClusterTraining() {}

    static void run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sluice-training");
        Path kubeconfig = folder.resolve("kubeconfig");
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Thread.ofPlatform().daemon().start(() -> Main.run(nowhere, nowhere, "up", "--kubeconfig=" + kubeconfig));
        Clock clock = new SystemClock();
        long end = clock.nowNanos() + PATIENCE_NANOS;
        while (!Files.exists(kubeconfig) || Files.size(kubeconfig) == 0) {
            if (clock.nowNanos() > end) {
                throw new IllegalStateException("no cluster is up");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        try (KubeClient client = KubeClient.connect(Credentials.ofKubeconfig(kubeconfig, ""))) {
            ask(client);
        }
        Files.delete(kubeconfig);
        Files.delete(folder);
    }

    private static void ask(KubeClient client) {
        for (int i = 0; i < PODS; i++) {
            String name = "pod-" + i;
            client.create(KubeTypes.PODS, "default", object(POD, name), WriteOptions.PLAIN);
            ObjectKey key = new ObjectKey("default", name);
            client.act(KubeTypes.PODS, key, "binding", object(BINDING, name), WriteOptions.PLAIN);
            client.get(KubeTypes.PODS, key);
        }
        client.list(KubeTypes.PODS, "default", ListOptions.ALL);
        client.list(KubeTypes.NODES, "", ListOptions.ALL);
        client.deleteCollection(KubeTypes.PODS, "default", ListOptions.ALL, DeleteOptions.within(0));
    }

    private static JsonObject object(String text, String name) {
        return (JsonObject) JsonText.read(text.formatted(name));
    }
}
