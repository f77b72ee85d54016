package dev.sluice.benchmarks.kill;

import java.util.ArrayList;
import java.util.List;

/// What the audits of all servers have found, one server after the other.
final class ServeAudits {
    private final List<String> problems = new ArrayList<>();
    private List<String> ofThisServer = List.of();
    private long ofEarlier;
    private long ofThis;
    private int server;

    /// Notes that a new server has been started, which counts from zero.
    void nextServer() {
        ofEarlier += ofThis;
        ofThis = 0;
        problems.addAll(ofThisServer);
        ofThisServer = List.of();
        server++;
    }

    /// Notes what the present server says of its last audit.
    void note(ServeMetrics metrics) {
        ofThis = metrics.audits();
        List<String> found = metrics.problems();
        if (!found.isEmpty()) {
            ofThisServer = found.stream()
                    .map(it -> "serve %d: %s".formatted(server, it))
                    .toList();
        }
    }

    /// Returns how many audits have ended, those excepted that ended after the last look at their server.
    long count() {
        return ofEarlier + ofThis;
    }

    /// Returns the problems of each server, as last seen.
    List<String> problems() {
        List<String> all = new ArrayList<>(problems);
        all.addAll(ofThisServer);
        return all;
    }
}
