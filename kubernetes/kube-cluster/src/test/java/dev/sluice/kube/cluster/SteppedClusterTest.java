package dev.sluice.kube.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.cluster.nodes.Delay;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class SteppedClusterTest {
    private static final long START_NANOS = 1_800_000_000L * Clock.NANOS_PER_SECOND;
    private static final Duration FAR_TOO_LONG = Duration.ofSeconds(60);
    private static final long DAY_NANOS = 86_400 * Clock.NANOS_PER_SECOND;

    @Test
    void timePassesOnlyOnRequestAndFasterThanRealTime() throws InterruptedException, IOException {
        FleetSettings nodes =
                new FleetSettings(3, "node-", NodeShape.DEFAULT, 0, new Delay.Fixed(0), FleetSettings.HEARTBEAT_NANOS);
        try (SteppedCluster cluster = SteppedCluster.start(
                new ClusterSettings(ServerOptions.plain(0), true, nodes),
                START_NANOS,
                new SystemClock(),
                new Seeds(1),
                new FailRunOnFault())) {
            cluster.advanceTo(START_NANOS + Clock.NANOS_PER_SECOND);
            Kube kube = cluster.server().kube();
            kube.create(KubeTypes.PODS, "default", (JsonObject) JsonText.read("""
                            {"metadata":{"name":"p","annotations":{"sluice.dev/run-for":"20h"}},
                             "spec":{"nodeName":"node-0","restartPolicy":"Never",
                                     "containers":[{"name":"c","image":"i"}]}}"""), WriteOptions.PLAIN);
            cluster.advanceTo(START_NANOS + 2 * Clock.NANOS_PER_SECOND);
            assertThat(phase(kube)).isEqualTo("Running");
            assertThat(cluster.standing().nowNanos()).isEqualTo(START_NANOS + 2 * Clock.NANOS_PER_SECOND);
            assertThat(cluster.standing().nextDeadlineNanos())
                    .isGreaterThan(cluster.standing().nowNanos());

            cluster.advanceTo(START_NANOS + DAY_NANOS);

            assertThat(phase(kube)).isEqualTo("Succeeded");
            assertThat(cluster.standing().requests()).isZero();
            assertThat(answer(cluster.server().address())).contains("2027-01-15T08:00:01Z");
        }
    }

    @Test
    void statusRequestsAndWritesDoNotDeadlock() throws InterruptedException {
        SteppedCluster cluster = SteppedCluster.start(
                new ClusterSettings(ServerOptions.plain(0), true, null),
                START_NANOS,
                new SystemClock(),
                new Seeds(1),
                new FailRunOnFault());
        Thread writer = Thread.ofVirtual().start(() -> write(cluster.server().kube(), 500));
        Thread asker = Thread.ofVirtual().start(() -> {
            while (writer.isAlive()) {
                cluster.standing();
            }
        });

        assertThat(writer.join(FAR_TOO_LONG)).as("all is written").isTrue();
        assertThat(asker.join(FAR_TOO_LONG)).as("all is answered").isTrue();
        cluster.close();
    }

    @Test
    void aFaultEndsTheWaitForTime() {
        NodeShape broken = new NodeShape(Collections.singletonMap("cpu", null));
        FleetSettings nodes =
                new FleetSettings(1, "node-", broken, 0, new Delay.Fixed(0), FleetSettings.HEARTBEAT_NANOS);
        List<String> faults = new CopyOnWriteArrayList<>();
        try (SteppedCluster cluster = SteppedCluster.start(
                new ClusterSettings(ServerOptions.plain(0), true, nodes),
                START_NANOS,
                new SystemClock(),
                new Seeds(1),
                (where, _) -> faults.add(where))) {
            assertThatIllegalStateException().isThrownBy(() -> cluster.advanceTo(START_NANOS + DAY_NANOS));
        }
        assertThat(faults).hasSize(1);
    }

    private static void write(Kube kube, int pods) {
        for (int i = 0; i < pods; i++) {
            kube.create(KubeTypes.PODS, "default", (JsonObject) JsonText.read("""
                            {"metadata":{"name":"p%d"},
                             "spec":{"containers":[{"name":"c","image":"i"}]}}""".formatted(i)), WriteOptions.PLAIN);
        }
    }

    private static String phase(Kube kube) {
        return kube.get(KubeTypes.PODS, new ObjectKey("default", "p")).text("status", "phase");
    }

    private static String answer(URI server) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI pod = server.resolve("/api/v1/namespaces/default/pods/p");
            return http.send(HttpRequest.newBuilder(pod).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
