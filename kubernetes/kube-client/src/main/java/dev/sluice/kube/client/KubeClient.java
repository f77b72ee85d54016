package dev.sluice.kube.client;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Calls the API of a real cluster.
///
/// Thread-safe and blocking. There are no retries and no client-side rate limit: callers know what may be repeated,
/// and the server protects itself.
public final class KubeClient implements Kube, AutoCloseable {
    private static final long UNKNOWN = -1;

    private final Connection connection;
    private final Optional<String> bearerToken;

    private KubeClient(Connection connection, Optional<String> bearerToken) {
        this.connection = connection;
        this.bearerToken = bearerToken;
    }

    /// Calls the API over a connection, for tests.
    static KubeClient over(Connection connection) {
        return new KubeClient(connection, Optional.empty());
    }

    /// Loads the credentials; the first request connects.
    ///
    /// @throws CredentialsException names the file and the error
    public static KubeClient connect(Credentials credentials) {
        Config config = credentials.config();
        String token = config.getOauthToken() != null ? config.getOauthToken() : config.getAutoOAuthToken();
        return new KubeClient(new Connection(config), Optional.ofNullable(token));
    }

    /// Returns the bearer token of the credentials; empty if they have a certificate only.
    public Optional<String> bearerToken() {
        return bearerToken;
    }

    @Override
    public JsonObject get(ResourceType type, ObjectKey key, String subresource) {
        return connection.get(RequestPaths.one(type, key.namespace(), key.name(), subresource));
    }

    @Override
    public KubeList list(ResourceType type, String namespace, ListOptions options) {
        String path = RequestPaths.all(type, namespace) + RequestPaths.query(options);
        JsonObject list = connection.get(path);
        if (list.text("metadata", "resourceVersion").isEmpty()) {
            // It would be taken for an empty list: all objects would be gone.
            throw new UncheckedIOException(new IOException(path + " answers no list"));
        }
        return listOf(type, list);
    }

    @Override
    public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        return connection.stream(
                RequestPaths.all(type, namespace) + RequestPaths.query(options, WatchStream.SECONDS), wake);
    }

    @Override
    public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
        return connection.send(
                "POST", RequestPaths.all(type, namespace) + RequestPaths.query(options), typed(type, object));
    }

    @Override
    public JsonObject act(ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
        return connection.send("POST", path(type, key, subresource) + RequestPaths.query(options), body);
    }

    @Override
    public JsonObject update(
            ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options) {
        JsonObject whole = subresource.equals("scale") ? object : typed(type, object);
        return connection.send("PUT", path(type, key, subresource) + RequestPaths.query(options), whole);
    }

    @Override
    public JsonObject patch(ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
        String path = path(type, key, subresource) + RequestPaths.query(options);
        return connection.send("PATCH", path, patch.format().mediaType(), patch.body());
    }

    @Override
    public JsonObject delete(ResourceType type, ObjectKey key, DeleteOptions options) {
        return connection.send("DELETE", path(type, key, "") + RequestPaths.query(options), body(options));
    }

    @Override
    public KubeList deleteCollection(ResourceType type, String namespace, ListOptions which, DeleteOptions options) {
        return listOf(
                type,
                connection.send(
                        "DELETE", RequestPaths.all(type, namespace) + RequestPaths.query(which), body(options)));
    }

    private static String path(ResourceType type, ObjectKey key, String subresource) {
        return RequestPaths.one(type, key.namespace(), key.name(), subresource);
    }

    private static JsonObject body(DeleteOptions options) {
        JsonObject.Builder body =
                JsonObject.builder().put("kind", "DeleteOptions").put("apiVersion", "v1");
        options.graceSeconds().ifPresent(seconds -> body.put("gracePeriodSeconds", Json.of(seconds)));
        if (!options.propagation().isEmpty()) {
            body.put("propagationPolicy", options.propagation());
        }
        if (options.dryRun()) {
            body.put("dryRun", JsonArray.of(List.of(Json.of("All"))));
        }
        JsonObject expected = JsonObject.EMPTY;
        if (!options.uid().isEmpty()) {
            expected = expected.with("uid", options.uid());
        }
        if (!options.resourceVersion().isEmpty()) {
            expected = expected.with("resourceVersion", options.resourceVersion());
        }
        return body.put("preconditions", expected).build();
    }

    /// Sets kind and apiVersion of the items, which only the list has.
    private static KubeList listOf(ResourceType type, JsonObject list) {
        List<JsonObject> items = new ArrayList<>();
        for (Json item : list.array("items").toList()) {
            items.add(typed(type, (JsonObject) item));
        }
        return new KubeList(
                items,
                list.text("metadata", "resourceVersion"),
                list.text("metadata", "continue"),
                list.number(UNKNOWN, "metadata", "remainingItemCount"));
    }

    private static JsonObject typed(ResourceType type, JsonObject object) {
        return object.has("kind") && object.has("apiVersion")
                ? object
                : object.with("apiVersion", type.apiVersion()).with("kind", type.kind());
    }

    @Override
    public void close() {
        connection.close();
    }
}
