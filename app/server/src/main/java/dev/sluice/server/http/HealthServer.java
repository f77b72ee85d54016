package dev.sluice.server.http;

import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Supplier;

/// Serves `/healthz`, `/readyz` and `/metrics` over plain HTTP, for kubelets and Prometheus.
public final class HealthServer implements AutoCloseable {
    private static final String PLAIN = "text/plain; charset=utf-8";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final WebServer server;

    private HealthServer(
            InetAddress address,
            int port,
            Supplier<Optional<String>> fault,
            Supplier<Optional<String>> trouble,
            Supplier<String> metrics) {
        this.server = WebServer.builder()
                .address(address)
                .port(port)
                .shutdownHook(false)
                .routing(HttpRouting.builder()
                        .get("/healthz", (_, response) -> okUnless(response, fault.get()))
                        .get("/readyz", (_, response) -> okUnless(response, trouble.get()))
                        .get(
                                "/metrics",
                                (_, response) -> Responses.text(response, Status.OK_200, PROMETHEUS, metrics.get())))
                .build()
                .start();
        if (!server.isRunning()) {
            throw new IllegalStateException("http.port (%d) cannot be listened on".formatted(port));
        }
    }

    private static void okUnless(ServerResponse response, Optional<String> why) {
        Responses.text(
                response,
                why.isEmpty() ? Status.OK_200 : Status.SERVICE_UNAVAILABLE_503,
                PLAIN,
                why.orElse("ok") + "\n");
    }

    /// Starts to listen.
    ///
    /// @param port 0 for any that is free
    /// @param fault why the process must be restarted; empty if it lives
    /// @param trouble why nothing is scheduled; empty if all is well
    /// @param metrics as Prometheus reads them
    /// @throws IllegalStateException if the port is taken
    public static HealthServer start(
            InetAddress address,
            int port,
            Supplier<Optional<String>> fault,
            Supplier<Optional<String>> trouble,
            Supplier<String> metrics) {
        return new HealthServer(address, port, fault, trouble, metrics);
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
    }
}
