package dev.sluice.kube.cluster.contract;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Predicate;

/// A namespace of a cluster, over HTTP.
record Place(URI server, String namespace, HttpClient http) {
    /// Longer than any backoff in the scenarios.
    private static final int PATIENCE_SECONDS = 40;

    private static final Map<String, String> GROUPS = Map.of(
            "jobs", "/apis/batch/v1",
            "replicasets", "/apis/apps/v1",
            "deployments", "/apis/apps/v1",
            "leases", "/apis/coordination.k8s.io/v1",
            "poddisruptionbudgets", "/apis/policy/v1");

    String path(String type) {
        if (type.equals("nodes")) {
            return "/api/v1/nodes";
        }
        return GROUPS.getOrDefault(type, "/api/v1") + "/namespaces/" + namespace + "/" + type;
    }

    /// Returns the path of the objects that belong to the scenario: of nodes, those with its label.
    String list(String type) {
        if (type.equals("nodeevents")) {
            return "/api/v1/namespaces/default/events?fieldSelector=involvedObject.name%3D" + namespace + "-a";
        }
        return type.equals("nodes") ? "/api/v1/nodes?labelSelector=scenario%3D" + namespace : path(type);
    }

    JsonObject ask(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", method.equals("PATCH") ? "application/merge-patch+json" : "application/json")
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        return (JsonObject) JsonText.read(response.body());
    }

    JsonObject mustAsk(String method, String path, String body) throws IOException, InterruptedException {
        JsonObject answer = ask(method, path, body);
        if (answer.text("kind").equals("Status") && answer.text("status").equals("Failure")) {
            throw new IllegalStateException(method + " " + path + ": " + answer);
        }
        return answer;
    }

    /// Lists again after each change until the condition holds.
    JsonObject await(String path, String what, Predicate<JsonObject> isWished)
            throws IOException, InterruptedException {
        JsonObject last = JsonObject.EMPTY;
        for (int changes = 0; changes < 1000; changes++) {
            last = mustAsk("GET", path, "");
            if (isWished.test(last)) {
                return last;
            }
            if (!hasChanged(path, last.text("metadata", "resourceVersion"))) {
                break;
            }
        }
        throw new IllegalStateException("waited in vain for: " + what + "; there is: " + last);
    }

    /// Waits a while for an event; true if there was one.
    private boolean hasChanged(String path, String version) throws IOException, InterruptedException {
        URI uri = server.resolve(path + (path.contains("?") ? "&" : "?") + "watch=1&timeoutSeconds=" + PATIENCE_SECONDS
                + "&resourceVersion=" + version);
        HttpResponse<InputStream> response =
                http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            return line != null && !line.isBlank();
        }
    }
}
