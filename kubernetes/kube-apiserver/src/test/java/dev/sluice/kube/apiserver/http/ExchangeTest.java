package dev.sluice.kube.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.protobuf.ProtobufWriter;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.time.SystemClock;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExchangeTest {
    private static final int MORE_THAN_ANY_BUFFER = 64 << 20;
    private static final long PATIENCE_MILLIS = 50;

    private final SlowClients slowClients = new SlowClients(new SystemClock(), new FailRunOnFault(), PATIENCE_MILLIS);
    private final ProtobufWriter protobuf = new ProtobufWriter(Schema.kubernetes());
    private final CompletableFuture<String> sending = new CompletableFuture<>();
    private final WebServer server = WebServer.builder()
            .address(InetAddress.getLoopbackAddress())
            .port(0)
            .shutdownHook(false)
            .routing(HttpRouting.builder().any(this::answer))
            .build()
            .start();

    private void answer(ServerRequest request, ServerResponse response) {
        try {
            new Exchange(RequestInfo.of(request), request, response, protobuf, slowClients)
                    .send(200, Exchange.TEXT, new byte[MORE_THAN_ANY_BUFFER]);
            sending.complete("all is sent");
        } catch (RuntimeException e) {
            sending.complete("cut off");
            throw e;
        }
    }

    @AfterEach
    void stop() {
        server.stop();
        slowClients.close();
    }

    @Test
    void clientsThatReadNothingOfALargeResponseAreDisconnected() throws Exception {
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            client.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(sending.get(30, TimeUnit.SECONDS)).isEqualTo("cut off");
        }
    }
}
