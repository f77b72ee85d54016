package dev.sluice.benchmarks.apiserver;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.cluster.VirtualCluster;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The embedded server without HTTP, on one thread, in a process of its own as in a simulation.
public final class InProcess {
    private static final int ROUNDS = 25;
    private static final int REMEMBERED = 16_384;
    private static final int WATCHERS = 100;
    private static final int LARGE_NODES = 10_000;
    private static final int LARGE_PODS = 100_000;
    private static final long START_NANOS = 1_700_000_000L * Clock.NANOS_PER_SECOND;
    private static final long RUN_NANOS = 10 * Clock.NANOS_PER_SECOND;
    private static final String NAMESPACE = "default";

    private InProcess() {}

    /// Prints what was measured.
    ///
    /// @param arguments how many pods; or `large` for a large cluster
    public static void main(String... arguments) {
        if (arguments[0].equals("large")) {
            large();
        } else {
            rounds(Integer.parseInt(arguments[0]));
        }
    }

    /// The best of the rounds: each has a server of its own, and the first ones also compile.
    private static void rounds(int pods) {
        List<JsonObject> alike = new ArrayList<>();
        List<JsonObject> different = new ArrayList<>();
        List<JsonObject> bindings = new ArrayList<>();
        for (int i = 0; i < pods; i++) {
            alike.add(Pods.read(Pods.text("pod-" + i)));
            different.add(Pods.read(Pods.text("pod-" + i, Integer.toString(i))));
            bindings.add(Pods.read(Pods.bindingText("pod-" + i, "node-" + i % 100)));
        }
        double[] best = new double[5];
        for (int i = 0; i < ROUNDS; i++) {
            double[] rates = round(alike, different, bindings);
            for (int j = 0; j < best.length; j++) {
                best[j] = Math.max(best[j], rates[j]);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "In process, one thread, best of %d rounds of %,d pods:%n"
                        + "  %,.0f creates/s of pods that say the same, %,.0f of pods that all differ,%n"
                        + "  %,.0f binds/s, a list in %.2f ms, %,.0f events/s to %d watches%n",
                ROUNDS,
                pods,
                best[0],
                best[1],
                best[2],
                1000 / best[3],
                best[4],
                WATCHERS);
    }

    private static double[] round(List<JsonObject> alike, List<JsonObject> different, List<JsonObject> bindings) {
        final double swarms = creates(newServer(), alike);
        Kube kube = newServer();
        final double creates = creates(kube, different);
        long begin = System.nanoTime();
        if (kube.list(KubeTypes.PODS, NAMESPACE, ListOptions.ALL).items().size() != different.size()) {
            throw new IllegalStateException("the list has not all pods");
        }
        final double lists = rate(1, begin);
        List<KubeWatch> watches = new ArrayList<>();
        String now = kube.list(KubeTypes.PODS, NAMESPACE, ListOptions.ALL).resourceVersion();
        for (int i = 0; i < WATCHERS; i++) {
            watches.add(kube.watch(KubeTypes.PODS, NAMESPACE, WatchOptions.from(now), () -> {}));
        }
        begin = System.nanoTime();
        for (int i = 0; i < bindings.size(); i++) {
            ObjectKey key = new ObjectKey(NAMESPACE, "pod-" + i);
            kube.act(KubeTypes.PODS, key, "binding", bindings.get(i), WriteOptions.PLAIN);
        }
        final double binds = rate(bindings.size(), begin);
        begin = System.nanoTime();
        long events = 0;
        for (KubeWatch watch : watches) {
            while (watch.poll().isPresent()) {
                events++;
            }
        }
        return new double[] {swarms, creates, binds, lists, rate(events, begin)};
    }

    private static Kube newServer() {
        return new InProcessServer(new SystemClock(), new Seeds(1), REMEMBERED).kube();
    }

    private static double creates(Kube kube, List<JsonObject> pods) {
        long begin = System.nanoTime();
        for (JsonObject pod : pods) {
            kube.create(KubeTypes.PODS, NAMESPACE, pod, WriteOptions.PLAIN);
        }
        return rate(pods.size(), begin);
    }

    private static double rate(long count, long begin) {
        return count * 1e9 / (System.nanoTime() - begin);
    }

    /// Controllers, nodes that renew their leases, and pods that run on them.
    private static void large() {
        long begin = System.nanoTime();
        VirtualCluster cluster = new VirtualCluster(new Seeds(1), START_NANOS);
        cluster.addNodes(FleetSettings.of(LARGE_NODES, NodeShape.parse("cpu=64,memory=256Gi"), 100));
        cluster.settle();
        for (int i = 0; i < LARGE_PODS; i++) {
            String name = "pod-" + i;
            JsonObject pod = Pods.read(Pods.text(name));
            JsonObject binding = Pods.read(Pods.bindingText(name, "node-" + i % LARGE_NODES));
            cluster.kube().create(KubeTypes.PODS, NAMESPACE, pod, WriteOptions.PLAIN);
            cluster.kube().act(KubeTypes.PODS, new ObjectKey(NAMESPACE, name), "binding", binding, WriteOptions.PLAIN);
            if (i % 1000 == 0) {
                cluster.settle();
            }
        }
        cluster.advanceTo(START_NANOS + RUN_NANOS);
        long running = cluster.kube()
                .list(KubeTypes.PODS, NAMESPACE, ListOptions.where("status.phase=Running"))
                .items()
                .size();
        System.out.printf(
                Locale.ROOT,
                "%,d nodes and %,d running pods in virtual time, with controllers, -Xmx4g: %,.0f MiB resident after %.1f s%n",
                LARGE_NODES,
                running,
                Usage.residentMib(List.of(ProcessHandle.current().pid())),
                (System.nanoTime() - begin) / 1e9);
    }
}
