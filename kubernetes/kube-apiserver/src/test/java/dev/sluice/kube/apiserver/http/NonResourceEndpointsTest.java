package dev.sluice.kube.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NonResourceEndpointsTest {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void healthIsToldInAWordOrCheckByCheck() {
        assertThat(Health.at("/readyz", false, List.of())).contains("ok");
        assertThat(Health.at("/livez/ping", false, List.of())).contains("ok");
        assertThat(Health.at("/livez/nothing", false, List.of())).isEmpty();
        assertThat(Health.at("/healthz", true, List.of("etcd", "x")).orElseThrow())
                .contains("[+]ping ok\n", "[+]etcd excluded: ok\n", "no matches for \"x\"")
                .endsWith("healthz check passed\n");
    }

    @Test
    void allGroupsAreToldAtOnce() throws IOException, InterruptedException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0)) {
            HttpResponse<String> all = get(server, "/apis", AggregatedDiscovery.MEDIA_TYPE);
            HttpResponse<String> plain = get(server, "/apis", "application/json");

            assertThat(all.headers().firstValue("Content-Type")).contains(AggregatedDiscovery.MEDIA_TYPE);
            JsonObject first =
                    ((JsonObject) JsonText.read(all.body())).array("items").object(1);
            assertThat(first.text("metadata", "name")).isEqualTo("apps");
            assertThat(first.array("versions").object(0).array("resources").size())
                    .isEqualTo(5);
            assertThat(plain.body()).contains("APIGroupList");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "application/com.github.proto-openapi.spec.v2@v1.0+protobuf, true",
        "application/com.github.proto-openapi.spec.v2.v1.0+protobuf, true",
        "'application/json, application/com.github.proto-openapi.spec.v2@v1.0+protobuf', false"
    })
    void theOlderOpenApiIsAlsoServedAsProtobuf(String accept, boolean isProtobuf)
            throws IOException, InterruptedException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0)) {
            HttpResponse<String> answer = get(server, "/openapi/v2", accept);

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .contains(
                            isProtobuf
                                    ? "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"
                                    : "application/json");
            assertThat(answer.body()).startsWith(isProtobuf ? "\n\0032.0" : "{").contains("io.k8s.api.core.v1.PodSpec");
        }
    }

    @Test
    void requestsAreCounted() throws IOException, InterruptedException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0)) {
            get(server, "/api/v1/namespaces", "application/json");

            assertThat(get(server, "/metrics", "*/*").body())
                    .contains(
                            "apiserver_request_total{code=\"200\",group=\"\",resource=\"namespaces\",subresource=\"\","
                                    + "verb=\"LIST\",version=\"v1\"} 1\n")
                    .contains("apiserver_resource_objects{resource=\"namespaces\"} 4\n");
        }
    }

    private HttpResponse<String> get(EmbeddedApiServer server, String path, String accept)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .header("Accept", accept)
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
