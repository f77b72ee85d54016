package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.KubectlProxy;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Schemas say what the real server's say, apart from descriptions and from defaults that are the zeros of
/// their types.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class OpenApiIT {
    private static final Set<String> LEFT_OUT =
            Set.of("description", "default", "x-kubernetes-group-version-kind", "x-kubernetes-unions");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void schemasAreTheSame(Kubectl kubectl) throws IOException, InterruptedException {
        List<String> differences = new ArrayList<>();
        int count = 0;
        try (EmbeddedApiServer ours = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0);
                KubectlProxy real = KubectlProxy.start(kubectl)) {
            count += compare(
                    get(real.address().resolve("/openapi/v2")).object("definitions"),
                    get(ours.address().resolve("/openapi/v2")).object("definitions"),
                    differences);
            JsonObject index = get(ours.address().resolve("/openapi/v3")).object("paths");
            for (String place : index.names()) {
                String path = index.text(place, "serverRelativeURL");
                count += compare(
                        get(real.address().resolve("/openapi/v3/" + place)).object("components", "schemas"),
                        get(ours.address().resolve(path)).object("components", "schemas"),
                        differences);
            }
        }
        System.out.printf("%d schemas, %d differences%n", count, differences.size());

        assertThat(differences).isEmpty();
        assertThat(count).isGreaterThan(1000);
    }

    private static int compare(JsonObject theirs, JsonObject mine, List<String> differences) {
        for (int i = 0; i < mine.size(); i++) {
            Json expected = comparable(theirs.object(mine.name(i)));
            Json actual = comparable(mine.value(i));
            if (!actual.equals(expected)) {
                differences.add(mine.name(i) + "\n  real: " + expected + "\n  ours: " + actual);
            }
        }
        return mine.size();
    }

    private static Json comparable(Json value) {
        return switch (value) {
            case JsonObject object -> {
                TreeMap<String, Json> fields = new TreeMap<>();
                for (int i = 0; i < object.size(); i++) {
                    // A field may be called like one of these, but has a schema then.
                    if (!LEFT_OUT.contains(object.name(i)) || isSchema(object.value(i))) {
                        Json inside = comparable(object.value(i));
                        fields.put(object.name(i), object.name(i).equals("required") ? sorted(inside) : inside);
                    }
                }
                // Whether a reference is wrapped depends on what stands beside it.
                yield fields.size() == 1 && fields.get("allOf") instanceof JsonArray only && only.size() == 1
                        ? only.get(0)
                        : JsonObject.of(fields);
            }
            case JsonArray array -> array.map(OpenApiIT::comparable);
            default -> value;
        };
    }

    /// In which order fields are required does not matter.
    private static Json sorted(Json required) {
        if (!(required instanceof JsonArray array)) {
            return required;
        }
        return JsonArray.of(array.toList().stream()
                .sorted(Comparator.comparing(Json::toString))
                .toList());
    }

    private static boolean isSchema(Json value) {
        return value instanceof JsonObject object && (object.has("type") || object.has("$ref") || object.has("allOf"));
    }

    private JsonObject get(URI uri) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri).build();
        return (JsonObject) JsonText.read(
                http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
}
