package dev.sluice.kube.apiserver.contract;

import dev.sluice.kube.apiserver.wire.Yaml;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// One of the two servers while a case is put to it.
final class ContractServer {
    /// Longer than any answer takes, on a busy machine, too.
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /// Far more than can be made in the seconds that the real server remembers.
    private static final int TRIES_MAX = 20_000;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI address;
    private String namespace = "";
    private Json last = JsonNull.NULL;
    private final Map<String, String> remembered = new HashMap<>();
    private final Map<String, ContractWatch> watches = new HashMap<>();

    ContractServer(URI address) {
        this.address = address;
    }

    void begin(String newNamespace) {
        namespace = newNamespace;
        remembered.clear();
        watches.values().forEach(ContractWatch::close);
        watches.clear();
    }

    /// What the server says to a step, as far as both must say the same.
    Answer take(ContractCase.Step step) throws IOException, InterruptedException {
        return switch (step) {
            case ContractCase.Request request -> ask(request);
            case ContractCase.Until until -> ask(until);
            case ContractCase.Let let -> {
                remembered.put(let.name(), part(last, let.path()));
                yield Answer.NONE;
            }
            case ContractCase.Open open -> {
                watches.put(open.watch(), watch(open.path()));
                yield Answer.NONE;
            }
            case ContractCase.Read read -> {
                ContractWatch watch = watches.get(read.watch());
                if (watch == null) {
                    throw new IllegalStateException("no watch (" + read.watch() + ") is open");
                }
                List<Json> events = watch.read(read.count());
                last = events.isEmpty() ? JsonNull.NULL : events.getLast();
                yield new Answer(watch.code(), "", List.of(), JsonArray.of(events)).comparable(namespace);
            }
        };
    }

    private Answer ask(ContractCase.Until until) throws IOException, InterruptedException {
        String path = "/api/v1/namespaces/NS/secrets/a";
        Answer answer = ask(until.request());
        for (int i = 0; answer.code() != until.code() && i < TRIES_MAX; i++) {
            String body = "{\"metadata\":{\"annotations\":{\"changed\":\"" + i + "\"}}}";
            ask(new ContractCase.Request("PATCH", path, "application/merge-patch+json", body, false, ""));
            answer = ask(until.request());
        }
        return answer;
    }

    private Answer ask(ContractCase.Request request) throws IOException, InterruptedException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(address.resolve(filled(request.path())))
                .timeout(PATIENCE)
                .method(request.method(), HttpRequest.BodyPublishers.ofString(filled(request.body())));
        if (!request.contentType().isEmpty()) {
            builder.header("Content-Type", request.contentType());
        }
        if (!request.accept().isEmpty()) {
            builder.header("Accept", request.accept());
        }
        HttpResponse<String> response = http.send(builder.build(), HttpResponse.BodyHandlers.ofString());
        String type = response.headers().firstValue("Content-Type").orElse("");
        List<String> warnings = response.headers().allValues("Warning");
        last = type.equals("application/yaml")
                ? Yaml.read(response.body().getBytes(StandardCharsets.UTF_8)).value()
                : json(response.body());
        Answer answer = new Answer(response.statusCode(), type, warnings, last).comparable(namespace);
        return request.isLoose() ? answer.codeAndReason() : answer;
    }

    private ContractWatch watch(String path) {
        HttpRequest request =
                HttpRequest.newBuilder(address.resolve(filled(path))).build();
        return new ContractWatch(http.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream()));
    }

    private String filled(String text) {
        String filled = text.replace("NS", namespace);
        for (Map.Entry<String, String> entry : remembered.entrySet()) {
            filled = filled.replace("$" + entry.getKey(), entry.getValue());
        }
        return filled;
    }

    private static String part(Json whole, String path) {
        Json value = whole;
        for (String step : path.split("\\.", -1)) {
            value = switch (value) {
                case JsonObject object -> Objects.requireNonNullElse(object.get(step), JsonNull.NULL);
                case JsonArray array -> array.get(Integer.parseInt(step));
                default -> JsonNull.NULL;
            };
        }
        return value instanceof JsonString text ? text.text() : value.toString();
    }

    static Json json(String text) {
        try {
            return text.isBlank() ? JsonNull.NULL : JsonText.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (JsonSyntaxException e) {
            return Json.of(text.strip());
        }
    }
}
