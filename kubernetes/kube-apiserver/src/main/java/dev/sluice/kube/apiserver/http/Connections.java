package dev.sluice.kube.apiserver.http;

import dev.sluice.runtime.time.Clock;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http1.Http1ConnectionSelectorConfig;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.helidon.webserver.http2.Http2Config;
import io.helidon.webserver.http2.Http2ConnectionSelector;
import io.helidon.webserver.http2.Http2Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The open connections, and which of them nobody uses.
///
/// Left to itself the web server ends a connection that brings no new request for a while, even while it carries a
/// watch, and keeps one whose client stopped in the middle of a request's head. Here a connection is in use as long
/// as a request on it is being answered, and one that is not can be ended wherever it stands.
final class Connections {
    /// With which HTTP/2 begins, and no request of HTTP/1.
    private static final byte[] HTTP_2_METHOD = {'P', 'R', 'I'};

    private final Clock clock;
    private final PendingConnections pendingConnections;
    private final Map<SocketAddress, Open> byClient = new ConcurrentHashMap<>();

    /// @param clock the machine's own, whatever the time in the cluster
    Connections(Clock clock, PendingConnections pendingConnections) {
        this.clock = clock;
        this.pendingConnections = pendingConnections;
    }

    /// Of the protocols that are served.
    ///
    /// @param others to which connections of HTTP/1 may be raised
    List<ServerConnectionSelector> selectors(Http1Upgrader... others) {
        Http2Config http2 = Http2Config.create();
        Http1Upgrader raising = Http2Upgrader.create(http2);
        Http1ConnectionSelectorConfig.Builder http1 = Http1ConnectionSelector.builder()
                .config(Http1Config.create())
                .putUpgrader(raising.supportedProtocol(), raising);
        for (Http1Upgrader other : others) {
            http1.putUpgrader(other.supportedProtocol(), other);
        }
        return List.of(
                new Selector(http1.build(), false),
                new Selector(
                        Http2ConnectionSelector.builder().http2Config(http2).build(), true));
    }

    /// Around all of a request, the sending of the last bytes included.
    void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        Open connection = byClient.get(request.remotePeer().address());
        if (connection == null) {
            chain.proceed();
            return;
        }
        connection.requests.incrementAndGet();
        try {
            chain.proceed();
        } finally {
            connection.lastUseNanos = clock.nowNanos();
            connection.requests.decrementAndGet();
        }
    }

    private final class Selector implements ServerConnectionSelector {
        private final ServerConnectionSelector of;
        private final boolean isHttp2;

        Selector(ServerConnectionSelector of, boolean isHttp2) {
            this.of = of;
            this.isHttp2 = isHttp2;
        }

        @Override
        public int bytesToIdentifyConnection() {
            return 1;
        }

        /// The library would wait for a whole line, and nobody could tell for how long.
        @Override
        public Support supports(BufferData data) {
            int seen = Math.min(data.available(), HTTP_2_METHOD.length);
            for (int i = 0; i < seen; i++) {
                if (data.get(i) != HTTP_2_METHOD[i]) {
                    return isHttp2 ? Support.UNSUPPORTED : Support.SUPPORTED;
                }
            }
            if (seen < HTTP_2_METHOD.length) {
                return Support.UNKNOWN;
            }
            return isHttp2 ? Support.SUPPORTED : Support.UNSUPPORTED;
        }

        @Override
        public Set<String> supportedApplicationProtocols() {
            return of.supportedApplicationProtocols();
        }

        @Override
        public ServerConnection connection(ConnectionContext context) {
            SocketAddress client = context.remotePeer().address();
            pendingConnections.know(client);
            return new Open(of.connection(context), client);
        }
    }

    /// One of them; the web server asks now and then for how long it has not been used.
    private final class Open implements ServerConnection, InterruptableTask<Void> {
        private final ServerConnection connection;
        private final SocketAddress client;
        private final AtomicInteger requests = new AtomicInteger();
        private volatile long lastUseNanos = clock.nowNanos();

        Open(ServerConnection connection, SocketAddress client) {
            this.connection = connection;
            this.client = client;
        }

        @Override
        public void handle(Limit limit) throws InterruptedException {
            byClient.put(client, this);
            try {
                connection.handle(limit);
            } catch (RuntimeException e) {
                throw isInterruption(e) ? new CloseConnectionException("ended on purpose", e) : e;
            } finally {
                byClient.remove(client, this);
            }
        }

        /// The web server would complain: an end may meet a connection just when it acknowledges what its client says.
        private static boolean isInterruption(Throwable failure) {
            Throwable cause = failure;
            while (cause != null && !(cause instanceof InterruptedException)) {
                cause = cause.getCause();
            }
            return cause != null;
        }

        @Override
        public Duration idleTime() {
            // One that has been raised to another protocol knows better.
            Duration own = Duration.ofNanos(clock.nowNanos() - lastUseNanos);
            Duration raised = connection.idleTime();
            return requests.get() > 0 ? Duration.ZERO : own.compareTo(raised) < 0 ? own : raised;
        }

        /// Where nothing is being answered nothing is lost by an interruption.
        @Override
        public void close(boolean interrupts) {
            connection.close(interrupts || requests.get() == 0);
        }

        @Override
        public boolean canInterrupt() {
            return requests.get() == 0;
        }
    }
}
