package dev.sluice.kube.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WatchStreamsTest {
    private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

    private final AtomicLong now = new AtomicLong(TimeUnit.DAYS.toNanos(20_000));
    private final Clock clock = now::get;

    @Test
    void aWatchTellsEveryMinuteHowFarItHasCome() throws IOException, InterruptedException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(clock, new Seeds(1), 0);
                BufferedReader lines = watch(server, "")) {
            now.addAndGet(TimeUnit.SECONDS.toNanos(61));
            JsonObject first = (JsonObject) JsonText.read(lines.readLine());
            now.addAndGet(TimeUnit.SECONDS.toNanos(61));
            JsonObject second = (JsonObject) JsonText.read(lines.readLine());

            assertThat(first.text("type")).isEqualTo("BOOKMARK");
            assertThat(first.object("object").names()).containsExactlyInAnyOrder("kind", "apiVersion", "metadata");
            assertThat(second).isEqualTo(first);
        }
    }

    @Test
    void aWatchEndsWhenItsTimeIsOver() throws IOException, InterruptedException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(clock, new Seeds(1), 0);
                BufferedReader lines = watch(server, "&timeoutSeconds=20")) {
            now.addAndGet(TimeUnit.SECONDS.toNanos(21));

            assertThat(lines.readLine()).contains("BOOKMARK");
            assertThat(lines.readLine()).isNull();
        }
    }

    /// From now on.
    private static BufferedReader watch(EmbeddedApiServer server, String query)
            throws IOException, InterruptedException {
        String list = open(server, CONFIG_MAPS).readLine();
        String version = ((JsonObject) JsonText.read(list)).text("metadata", "resourceVersion");
        return open(server, CONFIG_MAPS + "?watch=1&allowWatchBookmarks=true&resourceVersion=" + version + query);
    }

    private static BufferedReader open(EmbeddedApiServer server, String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(server.address().resolve(path)).build();
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return new BufferedReader(new InputStreamReader(
                http.send(request, HttpResponse.BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8));
    }
}
