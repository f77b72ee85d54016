package dev.sluice.kube.apiserver.http;

import dev.sluice.runtime.time.Clock;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.http.HttpPrologue;
import io.helidon.http.WritableHeaders;
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
import org.jspecify.annotations.Nullable;

/// Tracks open connections and closes those that are idle.
///
/// Helidon closes a connection without new requests after a while, even if it carries a watch, and keeps one whose
/// client stopped within a request's head. Here a connection is in use while one of its requests is being answered;
/// any other can be closed in every state.
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
                .putUpgrader(raising.supportedProtocol(), new Upgrader(raising));
        for (Http1Upgrader other : others) {
            http1.putUpgrader(other.supportedProtocol(), new Upgrader(other));
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

        /// Helidon would wait for a whole line without a limit.
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

    /// Upgrades HTTP/1 connections to [Upgraded] ones.
    private record Upgrader(Http1Upgrader of) implements Http1Upgrader {
        @Override
        public String supportedProtocol() {
            return of.supportedProtocol();
        }

        /// Returns null to refuse the upgrade, as the library's interface has it.
        @Override
        @SuppressWarnings("NullAway")
        public @Nullable ServerConnection upgrade(
                ConnectionContext context, HttpPrologue prologue, WritableHeaders<?> headers) {
            ServerConnection connection = of.upgrade(context, prologue, headers);
            return connection == null ? null : new Upgraded(connection);
        }
    }

    /// A connection that was upgraded from HTTP/1, and therefore runs inside the library's HTTP/1 connection.
    ///
    /// To close a connection its thread is interrupted, which may fail a write, such as the acknowledgement of a
    /// client's frame. The HTTP/1 connection would log that as an internal error, before [Open] could tell that the
    /// failure is the close itself.
    private static final class Upgraded implements ServerConnection {
        private final ServerConnection connection;
        private volatile boolean isClosing;

        Upgraded(ServerConnection connection) {
            this.connection = connection;
        }

        @Override
        public void handle(Limit limit) {
            try {
                connection.handle(limit);
            } catch (InterruptedException e) {
                throw new CloseConnectionException("interrupted", e);
            } catch (RuntimeException e) {
                throw isClosing || isInterruption(e) ? new CloseConnectionException("closed by the server", e) : e;
            }
        }

        @Override
        public Duration idleTime() {
            return connection.idleTime();
        }

        @Override
        public void close(boolean interrupts) {
            isClosing = true;
            connection.close(interrupts);
        }
    }

    private static boolean isInterruption(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof InterruptedException)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    /// One of them; the web server asks now and then for how long it has not been used.
    private final class Open implements ServerConnection, InterruptableTask<Void> {
        private final ServerConnection connection;
        private final SocketAddress client;
        private final AtomicInteger requests = new AtomicInteger();
        private volatile long lastUseNanos = clock.nowNanos();
        private volatile boolean isClosing;

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
                // The library would log it. A close interrupts the thread, which may fail a write.
                throw isClosing || isInterruption(e) ? new CloseConnectionException("closed by the server", e) : e;
            } finally {
                byClient.remove(client, this);
            }
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
            isClosing = true;
            connection.close(interrupts || requests.get() == 0);
        }

        @Override
        public boolean canInterrupt() {
            return requests.get() == 0;
        }
    }
}
