package dev.sluice.kube.cluster.contract;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Plays the same scenarios on two clusters.
///
/// @param prefix of their namespaces
/// @param atATime how many are played in parallel, as they mostly wait
/// @param alone how many are played before, one after the other
record Contest(List<Scenario> scenarios, String prefix, int atATime, int alone) {

    /// Returns the pictures of each scenario, or its error.
    Map<String, String> playAll(URI server) {
        Map<String, String> pictures = new ConcurrentHashMap<>();
        try (HttpClient http = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build();
                Heartbeats heartbeats = new Heartbeats(server, http);
                ExecutorService players = Executors.newFixedThreadPool(atATime)) {
            for (int i = 0; i < scenarios.size(); i++) {
                Scenario scenario = scenarios.get(i);
                Place place = new Place(server, prefix + "-" + i, http);
                if (i < alone) {
                    pictures.put(scenario.name(), play(scenario, place, heartbeats));
                } else {
                    players.execute(() -> pictures.put(scenario.name(), play(scenario, place, heartbeats)));
                }
            }
            players.shutdown();
        }
        return pictures;
    }

    List<String> differences(Map<String, String> ours, Map<String, String> theirs) {
        List<String> differences = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            String mine = ours.getOrDefault(scenario.name(), "");
            String real = theirs.getOrDefault(scenario.name(), "");
            if (!mine.equals(real)) {
                differences.add(scenario.name() + "\n  real: " + real + "\n  ours: " + mine);
            }
        }
        return differences;
    }

    private static String play(Scenario scenario, Place place, Heartbeats heartbeats) {
        String current = "the namespace";
        try (Player player = new Player(place, heartbeats)) {
            place.mustAsk("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + place.namespace() + "\"}}");
            player.play("await serviceaccounts default metadata.name default");
            for (String step : scenario.steps()) {
                current = step;
                player.play(step.replace("NS", place.namespace()));
            }
            return String.join("\n  ", player.pictures());
        } catch (IOException | InterruptedException | RuntimeException e) {
            return "failed at (" + current + "): " + e;
        }
    }
}
