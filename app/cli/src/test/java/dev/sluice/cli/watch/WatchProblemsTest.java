package dev.sluice.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.controller.ClusterFollower;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.ForwardingWatch;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the view says of a server that answers and still cannot be followed.
@Timeout(WatchProblemsTest.LIMIT_SECONDS)
class WatchProblemsTest {
    /// Far longer than a busy machine takes.
    static final long LIMIT_SECONDS = 180;

    private static final long POLL_NANOS = Clock.NANOS_PER_SECOND / 20;

    private final Clock clock = new SystemClock();

    @TempDir
    Path folder;

    private Following follow(Kube kube) {
        Following.Settings settings = new Following.Settings(
                ClusterFollower.Options.DEFAULT, Clock.NANOS_PER_SECOND / 10, Clock.NANOS_PER_SECOND);
        return Following.start(kube, settings, clock, new Seeds(1), new FailRunOnFault());
    }

    private static List<String> awaitProblems(Following following, Predicate<List<String>> wanted)
            throws InterruptedException {
        while (true) {
            Optional<Situation> now = following.situation();
            if (now.isPresent() && wanted.test(now.get().problems())) {
                return now.get().problems();
            }
            var _ = following.awaitReport(POLL_NANOS);
        }
    }

    /// A proxy lets short requests pass and answers watches by its own page.
    private static void answer(HttpExchange exchange) throws IOException {
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        boolean isWatch = query.contains("watch=");
        byte[] body = (isWatch
                        ? "<html>log in</html>\n"
                        : "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[]}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", isWatch ? "text/html" : "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void aWatchThatIsAnsweredByAPageIsAProblem() throws IOException, InterruptedException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", WatchProblemsTest::answer);
        server.start();
        Path kubeconfig = folder.resolve("kubeconfig");
        Files.writeString(kubeconfig, """
                apiVersion: v1
                kind: Config
                current-context: proxy
                contexts: [{name: proxy, context: {cluster: proxy, user: nobody}}]
                clusters: [{name: proxy, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: nobody, user: {}}]
                """.formatted(server.getAddress().getPort()));
        try (KubeClient client = KubeClient.connect(Credentials.ofKubeconfig(kubeconfig, ""));
                Following following = follow(client)) {
            List<String> problems = awaitProblems(following, those -> !those.isEmpty());

            assertThat(problems)
                    .singleElement()
                    .asString()
                    .startsWith("waits for the lists of: ")
                    .contains("cannot follow: nodes");
        } finally {
            server.stop(0);
        }
    }

    /// Errors within a stream of one source, while the others work.
    private static final class Failing extends ForwardingKube {
        private volatile boolean isFailing = true;

        Failing(Kube kube) {
            super(kube);
        }

        @Override
        public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
            boolean isForeignPods = options.fieldSelector().contains("spec.schedulerName!=");
            return new ForwardingWatch(super.watch(type, namespace, options, wake)) {
                @Override
                public Optional<WatchEvent> poll() {
                    return isForeignPods && isFailing
                            ? Optional.of(new WatchEvent(
                                    WatchEvent.Type.ERROR,
                                    ApiStatus.internal("leader changed").body()))
                            : super.poll();
                }
            };
        }
    }

    @Test
    void aStreamOfErrorsIsAProblemUntilItEnds() throws InterruptedException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(clock, new Seeds(1), 0)) {
            Failing kube = new Failing(server.kube());
            try (Following following = follow(kube)) {
                // The own pods' source is there by now; it hides nothing of the other.
                List<String> problems = awaitProblems(
                        following,
                        those -> those.toString().contains("waits for the lists of: pods of other schedulers;"));

                assertThat(problems)
                        .singleElement()
                        .asString()
                        .contains("cannot follow: pods of other schedulers (500: ")
                        .contains("leader changed");

                kube.isFailing = false;
                assertThat(awaitProblems(following, List::isEmpty)).isEmpty();
            }
        }
    }

    /// Audits list without a selector, informers here do not list at all.
    private static final class Unlistable extends ForwardingKube {
        Unlistable(Kube kube) {
            super(kube);
        }

        @Override
        public KubeList list(ResourceType type, String namespace, ListOptions options) {
            throw ApiStatus.internal("no lists");
        }
    }

    @Test
    void anAuditThatCannotListIsAProblem() throws InterruptedException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(clock, new Seeds(1), 0);
                Following following = follow(new Unlistable(server.kube()))) {
            List<String> problems = awaitProblems(following, those -> !those.isEmpty());

            assertThat(problems)
                    .singleElement()
                    .asString()
                    .startsWith("the audit cannot list the cluster: ")
                    .contains("no lists");
        }
    }
}
