package dev.sluice.kube.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HostileClientsTest {
    private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
    private static final int DEEP = 100_000;

    @SuppressWarnings("NullAway.Init") // before all
    private static EmbeddedApiServer server;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /// What comes in, a character for each byte, and the code that goes out.
    record Attempt(String what, String type, String body, int code) {
        @Override
        public String toString() {
            return what;
        }
    }

    @BeforeAll
    static void start() {
        server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Attempt> attempts() {
        return Stream.of(
                json("nothing", "", 400),
                json("no JSON", "{\"metadata\":", 400),
                json("no object", "[1]", 400),
                json("deep lists", "[".repeat(DEEP), 400),
                json("deep objects", "{\"a\":".repeat(DEEP), 400),
                json(
                        "deep values",
                        "{\"metadata\":{\"name\":\"a\"},\"data\":" + "[".repeat(200) + "]".repeat(200) + "}",
                        400),
                json("an endless number", "{\"metadata\":{\"generation\":" + "9".repeat(10_000) + "}}", 400),
                json("a name that is none", "{\"metadata\":{\"name\":\"" + "a".repeat(10_000) + "\"}}", 422),
                json("a huge body", "{\"data\":{\"a\":\"" + "x".repeat(RequestBodies.BYTES_MAX) + "\"}}", 413),
                new Attempt("no UTF-8", "application/json", "{\"metadata\":{\"name\":\"\u00ff\u00fe\"}}", 400),
                new Attempt("UTF-8 that ends", "application/json", "{\"a\":\"\u00e2\u0082\"}", 400),
                new Attempt("YAML of aliases", "application/yaml", laughs(), 400),
                new Attempt("YAML, deep", "application/yaml", "[".repeat(DEEP), 400),
                new Attempt("YAML, not UTF-8", "application/yaml", "a: \u00c0\u0080", 400),
                new Attempt("no protobuf", "application/vnd.kubernetes.protobuf", "\u0001\u0002\u0003", 400),
                new Attempt("protobuf of nothing", "application/vnd.kubernetes.protobuf", "k8s\u0000", 415),
                new Attempt("something else", "application/x-tar", "x".repeat(100), 415));
    }

    @ParameterizedTest
    @MethodSource("attempts")
    void isAnsweredByARefusal(Attempt attempt) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(CONFIG_MAPS))
                .header("Content-Type", attempt.type)
                .POST(BodyPublishers.ofString(attempt.body, StandardCharsets.ISO_8859_1))
                .build();

        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());

        assertThat(response.statusCode()).as(response.body()).isEqualTo(attempt.code);
        assertThat(response.body()).contains("\"kind\":\"Status\"");
    }

    @Test
    void aRequestThatIsNoneIsRefused() throws IOException {
        assertThat(raw("GET /api/v1/pods?labelSelector=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 4");
        assertThat(raw("GET /" + "a".repeat(100_000) + " HTTP/1.1\r\nHost: x\r\n\r\n"))
                .isEqualTo("HTTP/1.1 414");
    }

    private static String raw(String text) throws IOException {
        try (Socket socket =
                        new Socket(server.address().getHost(), server.address().getPort());
                InputStream in = socket.getInputStream()) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return new String(in.readNBytes(12), StandardCharsets.US_ASCII);
        }
    }

    private static Attempt json(String what, String body, int code) {
        return new Attempt(what, "application/json", body, code);
    }

    /// Each line is ten times the one before.
    private static String laughs() {
        StringBuilder text = new StringBuilder("a0: &a0 x\n");
        for (int i = 1; i < 12; i++) {
            text.append(
                    "a%d: &a%d [%s]\n".formatted(i, i, "*a%d, ".formatted(i - 1).repeat(10)));
        }
        return text.toString();
    }
}
