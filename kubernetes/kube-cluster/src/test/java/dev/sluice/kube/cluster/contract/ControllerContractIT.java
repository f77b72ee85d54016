package dev.sluice.kube.cluster.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.cluster.ClusterSettings;
import dev.sluice.kube.cluster.EmbeddedCluster;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// Every scenario makes the same objects with our controllers and with the real kube-controller-manager.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.KWOK})
class ControllerContractIT {
    private static final List<Scenario> SCENARIOS = Scenario.read("controllers.txt");
    private static final int AT_A_TIME = 6;

    @Test
    void bothControlPlanesMakeTheSameOfIt(Kubectl kubectl) throws IOException {
        Map<String, String> ours;
        Map<String, String> theirs;
        try (EmbeddedCluster cluster = EmbeddedCluster.start(
                new ClusterSettings(ServerOptions.plain(0), true, null),
                new SystemClock(),
                new Seeds(1),
                new FailRunOnFault())) {
            ours = playAll(cluster.server().address());
        }
        Process proxy = proxy(kubectl);
        try {
            BufferedReader output = proxy.inputReader(StandardCharsets.UTF_8);
            String line = output.readLine();
            theirs = playAll(URI.create("http://" + line.substring(line.indexOf("127.0.0.1"))));
        } finally {
            proxy.destroy();
        }
        List<String> differences = new ArrayList<>();
        for (Scenario scenario : SCENARIOS) {
            String mine = ours.getOrDefault(scenario.name(), "");
            String real = theirs.getOrDefault(scenario.name(), "");
            if (!mine.equals(real)) {
                differences.add(scenario.name() + "\n  real: " + real + "\n  ours: " + mine);
            }
        }
        System.out.printf("%d scenarios of controllers, %d differences%n", SCENARIOS.size(), differences.size());

        assertThat(differences).isEmpty();
        assertThat(theirs.values()).noneMatch(picture -> picture.startsWith("failed"));
    }

    private static Process proxy(Kubectl kubectl) throws IOException {
        return new ProcessBuilder(
                        kubectl.program().toString(),
                        "--kubeconfig",
                        kubectl.kubeconfig().toString(),
                        "proxy",
                        "--port=0")
                .redirectErrorStream(true)
                .start();
    }

    /// Side by side, each in a namespace of its own: most of the time goes by in waiting.
    private static Map<String, String> playAll(URI server) {
        Map<String, String> pictures = new ConcurrentHashMap<>();
        try (HttpClient http = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build();
                ExecutorService players = Executors.newFixedThreadPool(AT_A_TIME)) {
            for (int i = 0; i < SCENARIOS.size(); i++) {
                Scenario scenario = SCENARIOS.get(i);
                Place place = new Place(server, "controllers-" + i, http);
                players.execute(() -> pictures.put(scenario.name(), play(scenario, place)));
            }
        }
        return pictures;
    }

    private static String play(Scenario scenario, Place place) {
        Player player = new Player(place, new ArrayList<>());
        String current = "the namespace";
        try {
            place.mustAsk("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + place.namespace() + "\"}}");
            player.play("await serviceaccounts default metadata.name default");
            for (String step : scenario.steps()) {
                current = step;
                player.play(step);
            }
            return String.join("\n  ", player.pictures());
        } catch (IOException | InterruptedException | RuntimeException e) {
            return "failed at (" + current + "): " + e;
        }
    }
}
