package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.access.RequestUser;
import dev.sluice.kube.apiserver.access.User;
import dev.sluice.kube.port.ApiException;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpPrologue;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Watches over WebSocket, one event per message.
final class WebSocketWatches implements Http1Upgrader {
    private static final HeaderName KEY = HeaderNames.create("Sec-WebSocket-Key");

    private final RequestFilter door;
    private final ApiHandler handler;

    WebSocketWatches(RequestFilter door, ApiHandler handler) {
        this.door = door;
        this.handler = handler;
    }

    @Override
    public String supportedProtocol() {
        return "websocket";
    }

    /// What cannot be had this way, or not at all, is answered over HTTP.
    @Override
    public @Nullable ServerConnection upgrade(
            ConnectionContext connection, HttpPrologue prologue, WritableHeaders<?> headers) {
        RequestInfo asked = RequestInfo.of(connection, prologue, headers);
        String key = asked.header(KEY);
        if (key.isEmpty()) {
            return null;
        }
        try {
            User user = door.letIn(asked);
            WatchStreams.Telling telling = RequestUser.call(user, () -> handler.watch(asked));
            return telling == null ? null : begin(connection, key, telling);
        } catch (ApiException e) {
            return null;
        }
    }

    /// @param telling closed when the client leaves, which it may do before it is answered
    static ServerConnection begin(ConnectionContext connection, String key, WatchStreams.Telling telling) {
        try {
            return new Watching(WebSocket.accept(connection, key, telling.slowClients()), telling);
        } catch (RuntimeException e) {
            telling.close();
            throw e;
        }
    }

    /// One of them.
    private static final class Watching implements ServerConnection {
        private final WebSocket socket;
        private final WatchStreams.Telling telling;
        private volatile @Nullable Thread teller;

        Watching(WebSocket socket, WatchStreams.Telling telling) {
            this.socket = socket;
            this.telling = telling;
        }

        @Override
        public void handle(Limit limit) {
            Thread self = Thread.currentThread();
            teller = self;
            Thread.ofVirtual().name("web socket").start(() -> {
                try {
                    socket.untilClosed();
                } finally {
                    self.interrupt();
                }
            });
            try (telling) {
                telling.tell(socket.messages(!telling.isProtobuf()));
                socket.close();
            } catch (IOException | UncheckedIOException e) {
                // The client has gone, or was too slow.
                return;
            }
        }

        @Override
        public Duration idleTime() {
            return Duration.ZERO;
        }

        @Override
        public void close(boolean interrupts) {
            Thread told = teller;
            if (told != null) {
                told.interrupt();
            }
        }
    }
}
