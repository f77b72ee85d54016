package dev.sluice.kube.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(WatchStreamsTest.LIMIT_SECONDS)
class WatchStreamsTest {
    /// Far longer than a busy machine takes; then the reader is interrupted.
    static final long LIMIT_SECONDS = 60;

    private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
    private static final ResourceType SECRETS = new ResourceType("", "v1", "secrets", "Secret", true);
    private static final JsonObject NAMED = JsonObject.of("metadata", JsonObject.of("name", Json.of("a")));

    private final AtomicLong now = new AtomicLong(TimeUnit.DAYS.toNanos(20_000));
    private final Clock clock = now::get;

    @Test
    void aWatchSendsABookmarkEveryMinute() throws IOException, InterruptedException {
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
    void aWatchWithoutProgressSendsNoBookmark() throws IOException, InterruptedException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(clock, new Seeds(1), 0)) {
            String version = server.kube()
                    .create(SECRETS, "default", NAMED, WriteOptions.PLAIN)
                    .text("metadata", "resourceVersion");
            String query = "?watch=1&allowWatchBookmarks=true&timeoutSeconds=20&resourceVersion=" + version;
            try (BufferedReader lines = open(server, CONFIG_MAPS + query)) {
                now.addAndGet(TimeUnit.SECONDS.toNanos(21));

                assertThat(lines.readLine()).isNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/vnd.kubernetes.protobuf;stream=watch"})
    void headersGoOutBeforeTheFirstEvent(String mediaType) throws IOException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(clock, new Seeds(1), 0);
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.getOutputStream().write("""
                    GET %s?watch=1 HTTP/1.1\r
                    Host: localhost\r
                    Accept: %s\r
                    \r
                    """.formatted(CONFIG_MAPS, mediaType).getBytes(StandardCharsets.US_ASCII));
            // One byte is one character, so that no byte of the body is read ahead of its time.
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));

            assertThat(answer.readLine()).isEqualTo("HTTP/1.1 200 OK");
            List<String> headers = new ArrayList<>();
            for (String line = answer.readLine(); !line.isEmpty(); line = answer.readLine()) {
                headers.add(line.toLowerCase(Locale.ROOT));
            }
            assertThat(headers).contains("transfer-encoding: chunked", "content-type: " + mediaType);
            server.kube().create(KubeTypes.CONFIG_MAPS, "default", NAMED, WriteOptions.PLAIN);
            assertThat(Integer.parseInt(answer.readLine(), 16)).isPositive();
            assertThat(answer.read()).isNotEqualTo(' ');
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

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void watchesEndBeforeTheServerStopsWithoutAWarning(HttpClient.Version version)
            throws IOException, InterruptedException {
        List<String> complaints = new CopyOnWriteArrayList<>();
        Logger helidon = Logger.getLogger("io.helidon");
        Handler listener = listener(complaints);
        helidon.addHandler(listener);
        EmbeddedApiServer server = EmbeddedApiServer.start(clock, new Seeds(1), 0);
        try (HttpClient http = HttpClient.newBuilder().version(version).build();
                BufferedReader first = open(http, server, CONFIG_MAPS + "?watch=1");
                BufferedReader second = open(http, server, CONFIG_MAPS + "?watch=1")) {
            server.close();

            assertThat(first.readLine()).isNull();
            assertThat(second.readLine()).isNull();
        } finally {
            helidon.removeHandler(listener);
        }
        assertThat(complaints).isEmpty();
    }

    private static Handler listener(List<String> complaints) {
        return new Handler() {
            @Override
            public void publish(LogRecord message) {
                if (message.getLevel().intValue() >= Level.WARNING.intValue()) {
                    complaints.add(message.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    /// From now on.
    private static BufferedReader watch(EmbeddedApiServer server, String query)
            throws IOException, InterruptedException {
        String list = open(server, CONFIG_MAPS).readLine();
        String version = ((JsonObject) JsonText.read(list)).text("metadata", "resourceVersion");
        // There is something further than where the watch begins.
        server.kube().create(SECRETS, "default", NAMED, WriteOptions.PLAIN);
        return open(server, CONFIG_MAPS + "?watch=1&allowWatchBookmarks=true&resourceVersion=" + version + query);
    }

    private static BufferedReader open(EmbeddedApiServer server, String path) throws IOException, InterruptedException {
        return open(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), server, path);
    }

    private static BufferedReader open(HttpClient http, EmbeddedApiServer server, String path)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(server.address().resolve(path)).build();
        return new BufferedReader(new InputStreamReader(
                http.send(request, HttpResponse.BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8));
    }
}
