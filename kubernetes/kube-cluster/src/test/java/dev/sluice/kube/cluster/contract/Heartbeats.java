package dev.sluice.kube.cluster.contract;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Renews the leases of nodes every second, until they are silenced.
final class Heartbeats implements AutoCloseable {
    private final Place leases;
    private final Set<String> nodes = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

    Heartbeats(URI server, HttpClient http) {
        this.leases = new Place(server, "kube-node-lease", http);
        Future<?> _ = clock.scheduleAtFixedRate(() -> nodes.forEach(this::renew), 1, 1, TimeUnit.SECONDS);
    }

    void begin(String node) throws IOException, InterruptedException {
        leases.mustAsk("POST", leases.path("leases"), "{\"metadata\":{\"name\":\"" + node + "\"}," + spec() + "}");
        nodes.add(node);
    }

    void end(String node) {
        nodes.remove(node);
    }

    private void renew(String node) {
        try {
            leases.ask("PATCH", leases.path("leases") + "/" + node, "{" + spec() + "}");
        } catch (IOException | RuntimeException e) {
            // An exception would end the heartbeats of all nodes; the next one follows in a second.
            System.out.println("The heartbeat of " + node + " is lost: " + e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String spec() {
        return "\"spec\":{\"renewTime\":\"" + Instant.now().truncatedTo(ChronoUnit.MICROS) + "\"}";
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
