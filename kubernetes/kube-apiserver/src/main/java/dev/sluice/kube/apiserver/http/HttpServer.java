package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.schema.Catalogue;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.time.Clock;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import java.net.InetAddress;

/// The API on a port of this machine.
public final class HttpServer implements AutoCloseable {
    private final WebServer server;

    private HttpServer(WebServer server) {
        this.server = server;
    }

    /// Plain HTTP, on loopback only.
    ///
    /// @param port 0 for any that is free
    public static HttpServer start(Kube kube, Catalogue catalogue, Clock clock, int port) {
        ApiHandler handler = new ApiHandler(kube, catalogue, clock);
        WebServer server = WebServer.builder()
                .address(InetAddress.getLoopbackAddress())
                .port(port)
                .shutdownHook(false)
                .routing(HttpRouting.builder().any(handler::handle))
                .build()
                .start();
        return new HttpServer(server);
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
    }
}
