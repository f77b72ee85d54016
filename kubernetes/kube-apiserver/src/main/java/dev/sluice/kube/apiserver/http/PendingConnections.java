package dev.sluice.kube.apiserver.http;

import dev.sluice.runtime.time.Clock;
import io.helidon.common.socket.SocketOptions;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Connections before protocol detection or the TLS handshake, which Helidon does not track.
///
/// Every new connection closes those that have been silent for too long.
final class PendingConnections {
    private static final Logger LOGGER = System.getLogger(PendingConnections.class.getName());

    private final Clock clock;
    private final long patienceNanos;
    private final Map<SocketAddress, Newcomer> silent = new ConcurrentHashMap<>();

    private record Newcomer(SocketChannel channel, long sinceNanos) {
        void end() {
            try {
                channel.close();
            } catch (IOException e) {
                LOGGER.log(Level.DEBUG, "a silent client is not ended in order", e);
            }
        }
    }

    /// @param clock the machine's own, whatever the time in the cluster
    PendingConnections(Clock clock, Duration patience) {
        this.clock = clock;
        this.patienceNanos = patience.toNanos();
    }

    /// Options of connections by which these are heard of; the web server tells of them in no other way.
    SocketOptions greetedWith(SocketOptions options) {
        return new Greeting(
                options.socketOptions(),
                options.connectTimeout(),
                options.readTimeout(),
                options.socketReceiveBufferSize(),
                options.socketSendBufferSize(),
                options.socketReuseAddress(),
                options.socketKeepAlive(),
                options.tcpNoDelay(),
                this::greet);
    }

    private record Greeting(
            Map<SocketOption<?>, Object> socketOptions,
            Duration connectTimeout,
            Duration readTimeout,
            Optional<Integer> socketReceiveBufferSize,
            Optional<Integer> socketSendBufferSize,
            boolean socketReuseAddress,
            boolean socketKeepAlive,
            boolean tcpNoDelay,
            Consumer<SocketChannel> host)
            implements SocketOptions {
        @Override
        public void configureSocket(SocketChannel channel) {
            SocketOptions.super.configureSocket(channel);
            host.accept(channel);
        }
    }

    private void greet(SocketChannel channel) {
        long now = clock.nowNanos();
        silent.forEach((client, newcomer) -> {
            if (now - newcomer.sinceNanos >= patienceNanos && silent.remove(client, newcomer)) {
                newcomer.end();
            }
        });
        silent.put(channel.socket().getRemoteSocketAddress(), new Newcomer(channel, now));
    }

    /// One of them has spoken.
    void know(SocketAddress client) {
        silent.remove(client);
    }
}
