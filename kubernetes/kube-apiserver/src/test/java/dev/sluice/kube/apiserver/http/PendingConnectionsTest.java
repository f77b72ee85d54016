package dev.sluice.kube.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.tls.ServerTls;
import dev.sluice.kube.certificate.Authority;
import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PendingConnectionsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int LIMIT_MILLIS = 30_000;
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final AtomicLong now = new AtomicLong();
    private final PendingConnections pendingConnections = new PendingConnections(now::get, PATIENCE);

    private WebServerConfig.Builder server() {
        Connections connections = new Connections(now::get, pendingConnections);
        return WebServer.builder()
                .address(InetAddress.getLoopbackAddress())
                .port(0)
                .shutdownHook(false)
                .connectionOptions(pendingConnections.greetedWith(SocketOptions.create()))
                .connectionSelectors(connections.selectors())
                .routing(
                        HttpRouting.builder().addFilter(connections::filter).any((_, response) -> response.send("ok")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "P", "PR"})
    void whoDoesNotSayWhatHeSpeaksIsEndedWhenOthersCome(String said) throws IOException {
        WebServer server = server().build().start();
        try (Socket silent = connect(server, said)) {
            awaitGreeting(server);
            now.addAndGet(PATIENCE.toNanos());
            awaitGreeting(server);

            assertThat(silent.getInputStream().read()).isEqualTo(-1);
        } finally {
            server.stop();
        }
    }

    @Test
    void whoNeverBeginsToShakeHandsIsEnded() throws IOException {
        Authority authority = Authority.generate();
        InetAddress loopback = InetAddress.getLoopbackAddress();
        WebServer server = server().tls(Tls.builder()
                        .sslContext(ServerTls.context(
                                authority.server(List.of("localhost"), List.of(loopback)), authority.certificate()))
                        .build())
                .build()
                .start();
        try (Socket silent = connect(server, "");
                Socket next = connect(server, "no hello")) {
            // An alert, after the one before was heard of.
            assertThat(next.getInputStream().read()).isPositive();
            now.addAndGet(PATIENCE.toNanos());
            try (Socket last = connect(server, "no hello")) {
                assertThat(last.getInputStream().read()).isPositive();
            }

            assertThat(silent.getInputStream().read()).isEqualTo(-1);
        } finally {
            server.stop();
        }
    }

    @Test
    void whoHasSpokenMayBeSilent() throws IOException {
        WebServer server = server().build().start();
        try (Socket known = connect(server, REQUEST)) {
            assertThat(known.getInputStream().read()).isEqualTo('H');
            now.addAndGet(PATIENCE.toNanos());
            awaitGreeting(server);

            known.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
            assertThat(answers(known.getInputStream(), 2)).isEqualTo(2);
        } finally {
            server.stop();
        }
    }

    /// When a request is answered, the server has seen all earlier connections.
    private static void awaitGreeting(WebServer server) throws IOException {
        try (Socket client = connect(server, REQUEST)) {
            assertThat(client.getInputStream().read()).isEqualTo('H');
        }
    }

    private static int answers(InputStream in, int count) throws IOException {
        StringBuilder text = new StringBuilder();
        int seen = 0;
        while (seen < count) {
            int read = in.read();
            assertThat(read).isNotNegative();
            text.append((char) read);
            if (text.toString().endsWith("\r\n\r\nok")) {
                seen++;
            }
        }
        return seen;
    }

    private static Socket connect(WebServer server, String said) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port());
        client.setSoTimeout(LIMIT_MILLIS);
        client.getOutputStream().write(said.getBytes(StandardCharsets.US_ASCII));
        return client;
    }
}
