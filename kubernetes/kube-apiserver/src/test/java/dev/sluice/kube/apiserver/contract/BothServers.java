package dev.sluice.kube.apiserver.contract;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.ContractFile;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.KubectlProxy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Puts the same requests to the real server, through its proxy, and to ours.
final class BothServers implements AutoCloseable {
    /// Far longer than a busy server takes.
    private static final long LIMIT_NANOS = 60 * Clock.NANOS_PER_SECOND;

    /// What was waited for did not come, which is wrong on either server.
    private static final Said NEVER = new Said(504, Json.of("never"));

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Clock clock = new SystemClock();
    private final EmbeddedApiServer ours = EmbeddedApiServer.start(clock, new Seeds(1), 0);
    private final List<String> differences = new ArrayList<>();
    private final KubectlProxy proxy;
    private int requests;

    BothServers(Kubectl kubectl) {
        proxy = KubectlProxy.start(kubectl);
    }

    /// All cases of a file, each in a namespace of its own.
    ///
    /// @return where the answers differ
    List<String> differences(String file, String prefix) throws IOException, InterruptedException {
        int cases = 0;
        for (ContractFile.Case each : ContractFile.read(file)) {
            String namespace = prefix + cases++;
            put("POST /api/v1/namespaces {\"metadata\":{\"name\":\"NS\"}}", namespace);
            for (String line : each.lines()) {
                put(line, namespace);
            }
        }
        System.out.printf("%s: %d cases, %d requests, %d differences%n", file, cases, requests, differences.size());
        return differences;
    }

    void put(String line, String namespace) throws IOException, InterruptedException {
        Line request = Line.parse(line, namespace);
        Said theirs = ask(proxy.address(), request);
        Said mine = ask(ours.address(), request);
        requests++;
        if (!mine.equals(theirs) || theirs.equals(NEVER)) {
            differences.add(request.text() + "\n  real: " + theirs + "\n  ours: " + mine);
        }
    }

    List<String> differences() {
        return differences;
    }

    private Said ask(URI server, Line line) throws IOException, InterruptedException {
        if (!line.until().isEmpty()) {
            return repeated(server, line);
        }
        if (!line.method().equals("AWAIT") && !line.method().equals("GONE")) {
            Said said = send(server, line);
            return line.isLoose() ? said.codeAndReason() : said;
        }
        Line get = Line.parse("GET " + line.path(), "");
        String met = "\"status\":\"True\",\"type\":\"" + line.body() + "\"";
        long end = clock.nowNanos() + LIMIT_NANOS;
        while (clock.nowNanos() < end) {
            Said said = send(server, get);
            boolean isGone = said.code() == 404;
            if (line.method().equals("GONE") ? isGone : said.body().toString().contains(met)) {
                return new Said(200, JsonNull.NULL);
            }
        }
        return NEVER;
    }

    private Said repeated(URI server, Line line) throws IOException, InterruptedException {
        long end = clock.nowNanos() + LIMIT_NANOS;
        while (clock.nowNanos() < end) {
            if (send(server, line).body().toString().contains(line.until())) {
                return new Said(200, JsonNull.NULL);
            }
        }
        return NEVER;
    }

    private Said send(URI server, Line line) throws IOException, InterruptedException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(server.resolve(line.path()))
                .method(line.method(), HttpRequest.BodyPublishers.ofString(line.body()));
        if (!line.type().isEmpty()) {
            builder.header("Content-Type", line.type());
        }
        if (!line.as().isEmpty()) {
            String[] who = line.as().split(",", -1);
            builder.header("Impersonate-User", who[0]);
            Stream.of(who).skip(1).forEach(group -> builder.header("Impersonate-Group", group));
        }
        HttpResponse<String> response = http.send(builder.build(), HttpResponse.BodyHandlers.ofString());
        return Said.of(response.statusCode(), response.body());
    }

    @Override
    public void close() {
        proxy.close();
        ours.close();
    }
}
