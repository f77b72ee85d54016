package dev.sluice.benchmarks.kill;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What `sluice serve` says of its own audits at `/metrics`.
///
/// @param audits how many audits have ended
/// @param drifts the differences that all of them found
/// @param ownForeign the bound pods of Sluice that no job has a place for
/// @param sparePlaces the places that jobs hold for pods that are not bound
record ServeMetrics(long audits, long drifts, long ownForeign, long sparePlaces) {
    private static final Pattern PORT = Pattern.compile("http port (\\d+)");
    private static final int OK = 200;
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

    /// Reads the metrics of a server.
    ///
    /// @param out the standard output of the server, which names its port
    /// @return empty while the server starts
    static Optional<ServeMetrics> read(HttpClient http, Path out) throws IOException, InterruptedException {
        Matcher port = PORT.matcher(Files.readString(out, StandardCharsets.UTF_8));
        if (!port.find()) {
            return Optional.empty();
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.group(1) + "/metrics"))
                .timeout(ANSWER_MAX)
                .build();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            return response.statusCode() == OK ? Optional.of(of(response.body())) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static ServeMetrics of(String text) {
        return new ServeMetrics(
                // Counters are there from their first count on.
                value(text, "sluice_audits_total").orElse(0),
                value(text, "sluice_audit_drifts_found_total").orElse(0),
                value(text, "sluice_audit_own_foreign").orElseThrow(),
                value(text, "sluice_audit_spare_places").orElseThrow());
    }

    private static OptionalLong value(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst();
    }

    /// Returns what is wrong at any time: a pod of Sluice is always in the place that its job holds for it.
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (drifts > 0) {
            problems.add("serve's own audits found drifts (%d)".formatted(drifts));
        }
        if (ownForeign > 0) {
            problems.add("serve counts its own pods (%d) as foreign".formatted(ownForeign));
        }
        return problems;
    }
}
