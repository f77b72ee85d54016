package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.access.AccessControl;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.apiserver.store.StoreStatistics;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.validation.Strategies;
import dev.sluice.runtime.time.Clock;
import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/// Serves the API on a port.
public final class HttpServer implements AutoCloseable {
    private static final Logger LOGGER = System.getLogger(HttpServer.class.getName());

    /// Disconnect clients that stop reading for this long, as the real server does with watches.
    private static final long PATIENCE_MILLIS = 60_000;

    /// A connection on which nothing is being answered is kept for so long, as the real server does.
    private static final Duration IDLE = Duration.ofSeconds(90);

    private static final Duration IDLE_LOOKS = Duration.ofSeconds(15);

    private final WebServer server;
    private final SlowClients slowClients;
    private final GracefulShutdown ending;

    private HttpServer(InetAddress address, int port, WebServerConfig.Builder builder, Service service) {
        mustBeFree(address, port);
        Clock machine = service.machine;
        slowClients = new SlowClients(machine, HttpServer::tell, PATIENCE_MILLIS);
        ending = new GracefulShutdown(machine);
        PendingConnections pendingConnections = new PendingConnections(machine, IDLE);
        Connections connections = new Connections(machine, pendingConnections);
        ApiHandler handler = service.handler(slowClients, ending);
        RequestFilter door = new RequestFilter(service.gate, handler);
        // An answer is several small writes; a client that acknowledges late would otherwise wait 40 ms for the last.
        server = builder.address(address)
                .port(port)
                .shutdownHook(false)
                .connectionOptions(pendingConnections.greetedWith(SocketOptions.builder()
                        .tcpNoDelay(true)
                        .socketKeepAlive(true)
                        .build()))
                .connectionSelectors(connections.selectors(new WebSocketWatches(door, handler)))
                .idleConnectionTimeout(IDLE)
                .idleConnectionPeriod(IDLE_LOOKS)
                .routing(service.routing(door, ending).addFilter(connections::filter))
                .build()
                .start();
        if (!server.isRunning()) {
            slowClients.close();
            throw new ListenException(port);
        }
    }

    /// The library would log pages of stacks, and go on without a port.
    private static void mustBeFree(InetAddress address, int port) {
        try (ServerSocket _ = new ServerSocket(port, 1, address)) {
            // It is free, a moment before it is taken.
        } catch (IOException e) {
            throw new ListenException(port);
        }
    }

    private static void tell(String where, Throwable fault) {
        LOGGER.log(Level.ERROR, where, fault);
    }

    /// What is served, on one port or several.
    public static final class Service {
        private final Kube kube;
        private final ResourceRegistry registry;
        private final Strategies strategies;
        private final Clock clock;
        private final Clock machine;
        private final AccessControl gate;
        private final InFlightRequests traffic;
        private final Metrics metrics;

        /// A service on one or several ports.
        ///
        /// @param clock the time in the cluster
        /// @param machine the time of the machine, by which connections time out
        public Service(
                Kube kube,
                ResourceRegistry registry,
                Strategies strategies,
                Clock clock,
                Clock machine,
                AccessControl gate,
                InFlightRequests traffic,
                Supplier<StoreStatistics> figures) {
            this.kube = kube;
            this.registry = registry;
            this.strategies = strategies;
            this.clock = clock;
            this.machine = machine;
            this.gate = gate;
            this.traffic = traffic;
            this.metrics = new Metrics(figures);
        }

        private ApiHandler handler(SlowClients slowClients, GracefulShutdown ending) {
            return new ApiHandler(kube, registry, strategies, clock, metrics, slowClients, ending);
        }

        private HttpRouting.Builder routing(RequestFilter door, GracefulShutdown ending) {
            return HttpRouting.builder()
                    .addFilter(ending::filter)
                    .addFilter(traffic::filter)
                    .any(door::handle);
        }
    }

    /// Plain HTTP, on loopback only.
    ///
    /// @param port 0 for any that is free
    /// @throws CannotListenException if the port is not to be had
    public static HttpServer plain(Service service, int port) {
        return new HttpServer(InetAddress.getLoopbackAddress(), port, WebServer.builder(), service);
    }

    /// HTTPS, where clients may show certificates.
    ///
    /// @param port 0 for any that is free
    /// @throws CannotListenException if the port is not to be had
    public static HttpServer secure(Service service, InetAddress address, int port, SSLContext tls) {
        return new HttpServer(
                address,
                port,
                WebServer.builder()
                        .tls(Tls.builder()
                                .sslContext(tls)
                                .clientAuth(TlsClientAuth.OPTIONAL)
                                .build()),
                service);
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        ending.await();
        server.stop();
        slowClients.close();
    }
}
