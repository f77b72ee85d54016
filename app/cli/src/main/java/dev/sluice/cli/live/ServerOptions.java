package dev.sluice.cli.live;

import dev.sluice.cli.cluster.ClusterOptions;
import dev.sluice.cli.console.BadInput;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.server.client.QueueClient;
import dev.sluice.server.client.ServerAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Where the server is that a command asks.
final class ServerOptions {
    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private ClusterOptions cluster;

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "The server's HTTPS address, such as a forwarded port (default: what the ConfigMap"
                    + " sluice/sluice-api of the cluster says).")
    private @Nullable String server;

    @Option(
            names = "--server-ca",
            paramLabel = "FILE",
            description = "The CA of that address, in PEM (default: of the same ConfigMap).")
    private @Nullable Path authority;

    /// Asks the server.
    JsonObject ask(Function<QueueClient, JsonObject> question) {
        try (KubeClient kube = cluster.connect()) {
            ServerAddress address = address(kube);
            String token = kube.bearerToken().orElseGet(() -> QueueClient.requestToken(kube));
            try (QueueClient client = new QueueClient(address, token)) {
                return question.apply(client);
            } catch (QueueClient.RefusedException e) {
                throw new BadInput("the server at %s answers %s".formatted(address.url(), e.getMessage()));
            } catch (UncheckedIOException e) {
                throw new BadInput("the server at %s does not answer: %s"
                        .formatted(address.url(), problem(e.getCause() == null ? e : e.getCause())));
            }
        } catch (ApiException e) {
            throw new BadInput("the cluster refuses: " + e.getMessage());
        } catch (UncheckedIOException e) {
            throw new BadInput("the cluster does not answer: " + problem(e));
        }
    }

    private static String problem(Throwable e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private ServerAddress address(KubeClient kube) {
        String pem = readAuthority();
        if (server != null && !pem.isEmpty()) {
            return new ServerAddress(server, pem);
        }
        ServerAddress published = ServerAddress.of(kube)
                .orElseThrow(
                        () -> new BadInput("no server has published its address in the ConfigMap sluice/sluice-api."
                                + " Maybe none runs on this cluster, or --server and --server-ca must name it."));
        return new ServerAddress(
                server == null ? published.url() : server, pem.isEmpty() ? published.authorityPem() : pem);
    }

    private String readAuthority() {
        if (authority == null) {
            return "";
        }
        try {
            return Files.readString(authority);
        } catch (IOException e) {
            throw new BadInput("--server-ca (%s) cannot be read: %s".formatted(authority, e.getMessage()));
        }
    }
}
