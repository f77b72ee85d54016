package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.access.Gate;
import dev.sluice.kube.apiserver.schema.Catalogue;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.time.Clock;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import java.net.InetAddress;
import javax.net.ssl.SSLContext;

/// The API on a port of this machine.
public final class HttpServer implements AutoCloseable {
    private final WebServer server;

    private HttpServer(WebServerConfig.Builder builder) {
        server = builder.shutdownHook(false).build().start();
    }

    /// What is served.
    public record Service(Kube kube, Catalogue catalogue, Clock clock, Gate gate) {
        private HttpRouting.Builder routing() {
            Door door = new Door(gate, new ApiHandler(kube, catalogue, clock));
            return HttpRouting.builder().any(door::handle);
        }
    }

    /// Plain HTTP, on loopback only.
    ///
    /// @param port 0 for any that is free
    public static HttpServer plain(Service service, int port) {
        return new HttpServer(WebServer.builder()
                .address(InetAddress.getLoopbackAddress())
                .port(port)
                .routing(service.routing()));
    }

    /// HTTPS, where clients may show certificates.
    ///
    /// @param port 0 for any that is free
    public static HttpServer secure(Service service, InetAddress address, int port, SSLContext tls) {
        return new HttpServer(WebServer.builder()
                .address(address)
                .port(port)
                .tls(Tls.builder()
                        .sslContext(tls)
                        .clientAuth(TlsClientAuth.OPTIONAL)
                        .build())
                .routing(service.routing()));
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
    }
}
