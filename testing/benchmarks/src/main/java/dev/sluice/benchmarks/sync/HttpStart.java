package dev.sluice.benchmarks.sync;

import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.sync.Source;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// The first picture of a cluster over HTTP, from the embedded API server in the same process. It includes the server's
/// work and the decoding of all objects.
final class HttpStart {
    private HttpStart() {}

    /// Returns the time from the first request until the engine has the whole cluster.
    static long nanos(List<JsonObject> nodes, List<JsonObject> pods) throws IOException, InterruptedException {
        SystemClock clock = new SystemClock();
        Path kubeconfig = Files.createTempFile("sluice-bench", ".kubeconfig");
        try (EmbeddedApiServer server = EmbeddedApiServer.start(clock, new Seeds(1), 0)) {
            fill(server.kube(), nodes, pods);
            Files.writeString(kubeconfig, """
                    {"apiVersion": "v1", "kind": "Config", "current-context": "bench",
                     "clusters": [{"name": "bench", "cluster": {"server": "%s"}}],
                     "users": [{"name": "bench", "user": {}}],
                     "contexts": [{"name": "bench", "context": {"cluster": "bench", "user": "bench"}}]}
                    """.formatted(server.address()));
            try (KubeClient client = KubeClient.connect(Credentials.ofKubeconfig(kubeconfig, ""))) {
                return follow(client, server.kube(), clock);
            }
        } finally {
            Files.delete(kubeconfig);
        }
    }

    private static void fill(Kube kube, List<JsonObject> nodes, List<JsonObject> pods) {
        for (JsonObject node : nodes) {
            kube.create(KubeTypes.NODES, "", plain(node), WriteOptions.PLAIN);
            ObjectKey key = new ObjectKey("", node.text("metadata", "name"));
            JsonObject status = JsonObject.of("status", node.object("status"));
            kube.patch(KubeTypes.NODES, key, "status", Patch.merge(status), WriteOptions.PLAIN);
        }
        for (JsonObject pod : pods) {
            JsonObject container =
                    (JsonObject) pod.array("spec", "containers").toList().getFirst();
            JsonObject spec = pod.object("spec").with("containers", JsonArray.of(container.with("image", "i")));
            kube.create(KubeTypes.PODS, "default", plain(pod).with("spec", spec), WriteOptions.PLAIN);
        }
    }

    /// Returns an object as a client creates it.
    private static JsonObject plain(JsonObject object) {
        return object.without("status").withoutAt("metadata", "uid").withoutAt("metadata", "resourceVersion");
    }

    private static long follow(Kube client, Kube server, SystemClock clock) throws InterruptedException {
        long nodesVersion = version(server, true);
        long podsVersion = version(server, false);
        TimerQueue informerTimers = new TimerQueue();
        TimerQueue engineTimers = new TimerQueue();
        List<ThreadCrank> cranks = new ArrayList<>();
        ClusterFollower follower = new ClusterFollower(
                client,
                ClusterFollower.Options.DEFAULT,
                informerTimers,
                engineTimers,
                new Seeds(1),
                _ -> {},
                new ClusterFollower.Wakes(() -> wake(cranks, 0), () -> wake(cranks, 1), () -> {}));
        CountDownLatch isThere = new CountDownLatch(1);
        List<Step> engine = new ArrayList<>(follower.engineSteps());
        engine.add(new Step() {
            @Override
            public String name() {
                return "arrival";
            }

            @Override
            public int work(long nowNanos) {
                boolean hasAll = follower.sync().version(Source.NODES) >= nodesVersion
                        && follower.sync().version(Source.FOREIGN_PODS) >= podsVersion
                        && follower.sync().version(Source.OWN_PODS) >= podsVersion;
                if (hasAll) {
                    isThere.countDown();
                }
                return 0;
            }
        });
        cranks.add(new ThreadCrank("informers", clock, informerTimers, follower.informerSteps(), (where, fault) -> {
            throw new IllegalStateException(where, fault);
        }));
        cranks.add(new ThreadCrank("engine", clock, engineTimers, engine, (where, fault) -> {
            throw new IllegalStateException(where, fault);
        }));
        long begin = System.nanoTime();
        cranks.forEach(ThreadCrank::start);
        isThere.await();
        long nanos = System.nanoTime() - begin;
        cranks.forEach(ThreadCrank::close);
        follower.close();
        return nanos;
    }

    private static void wake(List<ThreadCrank> cranks, int which) {
        if (which < cranks.size()) {
            cranks.get(which).wake();
        }
    }

    private static long version(Kube kube, boolean ofNodes) {
        ListOptions one = new ListOptions("", "", 1, "", "", "");
        return Informer.versionNumber(
                kube.list(ofNodes ? KubeTypes.NODES : KubeTypes.PODS, "", one).resourceVersion());
    }
}
