package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.openapi.OpenApi;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.apiserver.subresource.ServedResources;
import dev.sluice.kube.apiserver.wire.OpenApiProtobuf;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import io.helidon.common.socket.PeerInfo;
import io.helidon.http.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Serves paths that are not resources: discovery, OpenAPI, version, health, metrics.
final class NonResourceEndpoints {
    private static final int OK = 200;

    private static final Accept.Offer AGGREGATED = (format, as, version) -> Accept.PLAIN.has(format, as, version)
            || (format == Format.JSON
                    && as.equals(AggregatedDiscovery.KIND)
                    && version.equals(AggregatedDiscovery.VERSION));

    private final Discovery discovery;
    private final AggregatedDiscovery aggregated;
    private final OpenApi openApi;
    private final Metrics metrics;

    NonResourceEndpoints(ResourceRegistry registry, Metrics metrics) {
        this.discovery = new Discovery(registry);
        this.aggregated = new AggregatedDiscovery(registry);
        this.openApi = new OpenApi(registry, ServedResources::isServed);
        this.metrics = metrics;
    }

    /// Answers a request if it is for one of these.
    boolean answer(Exchange exchange) {
        String path = exchange.path();
        if (!exchange.method().equals("GET")) {
            return false;
        }
        QueryParameters query = exchange.query();
        Optional<String> health = Health.at(path, query.has("verbose"), query.all("exclude"));
        if (health.isPresent()) {
            exchange.send(OK, Exchange.TEXT, health.get().getBytes(StandardCharsets.UTF_8));
            return true;
        }
        if (path.equals("/metrics")) {
            exchange.send(OK, Metrics.MEDIA_TYPE, metrics.text().getBytes(StandardCharsets.UTF_8));
            return true;
        }
        if (trimmed(path).equals("/openapi/v2") && prefersProtobuf(exchange.header(HeaderNames.ACCEPT))) {
            exchange.send(OK, OpenApiProtobuf.MEDIA_TYPE, openApi.v2Protobuf());
            return true;
        }
        Optional<byte[]> document = path.startsWith("/openapi/") ? openApi.at(trimmed(path)) : Optional.empty();
        if (document.isPresent()) {
            exchange.negotiate(Accept.PLAIN);
            exchange.send(OK, Format.JSON.mediaType(), document.get());
            return true;
        }
        return discover(exchange, trimmed(path));
    }

    /// Whether OpenAPI's own protobuf comes before any media type that JSON is sent for.
    private static boolean prefersProtobuf(String accept) {
        for (String choice : accept.split(",", -1)) {
            String type = choice.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
            if (type.equals(OpenApiProtobuf.MEDIA_TYPE) || type.equals(OpenApiProtobuf.REQUESTED_MEDIA_TYPE)) {
                return true;
            }
            if (List.of(Format.JSON.mediaType(), "application/*", "*/*").contains(type)) {
                return false;
            }
        }
        return false;
    }

    private boolean discover(Exchange exchange, String path) {
        boolean isRoot = List.of("/api", "/apis").contains(path);
        Optional<JsonObject> told = discovery.at(path);
        if (told.isEmpty()) {
            return false;
        }
        Accept accept = exchange.negotiate(isRoot ? AGGREGATED : Accept.PLAIN);
        if (accept.as().isEmpty()) {
            exchange.send(OK, path.equals("/api") ? addressed(told.get(), exchange) : told.get());
        } else {
            JsonObject all = aggregated.groups(path.equals("/api"));
            exchange.send(OK, AggregatedDiscovery.MEDIA_TYPE, JsonText.writeBytes(all));
        }
        return true;
    }

    /// Where this client has found us.
    private static JsonObject addressed(JsonObject told, Exchange exchange) {
        PeerInfo own = exchange.request().localPeer();
        JsonObject address =
                JsonObject.of("clientCIDR", Json.of("0.0.0.0/0")).with("serverAddress", own.host() + ":" + own.port());
        return told.with("serverAddressByClientCIDRs", JsonArray.of(address));
    }

    private static String trimmed(String path) {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
