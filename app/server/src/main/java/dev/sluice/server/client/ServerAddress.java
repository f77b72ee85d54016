package dev.sluice.server.client;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import java.util.Optional;

/// Where a cluster's server shows its queue: the ConfigMap `sluice-api` in the namespace `sluice`.
///
/// @param authorityPem the CAs of its certificate; empty if the system's are to be trusted
public record ServerAddress(String url, String authorityPem) {
    public static final String NAMESPACE = "sluice";

    /// The path of the queue.
    public static final String API = "/api/v1";

    /// The ServiceAccount whose tokens readers may request.
    public static final String READER = "sluice-reader";

    private static final ObjectKey KEY = new ObjectKey(NAMESPACE, "sluice-api");
    private static final String URL = "url";
    private static final String AUTHORITY = "ca.crt";
    private static final WriteOptions OPTIONS = new WriteOptions(false, "sluice", WriteOptions.Validation.IGNORE);
    private static final int NOT_FOUND = 404;

    /// Reads the address; empty if no server has published one.
    public static Optional<ServerAddress> of(Kube kube) {
        try {
            JsonObject data = kube.get(KubeTypes.CONFIG_MAPS, KEY).object("data");
            return data.text(URL).isEmpty()
                    ? Optional.empty()
                    : Optional.of(new ServerAddress(data.text(URL), data.text(AUTHORITY)));
        } catch (ApiException e) {
            if (e.code() == NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Writes the address.
    public void publish(Kube kube) {
        JsonObject data = JsonObject.EMPTY.with(URL, url).with(AUTHORITY, authorityPem);
        JsonObject patch = JsonObject.of("data", data);
        try {
            kube.patch(KubeTypes.CONFIG_MAPS, KEY, "", Patch.merge(patch), OPTIONS);
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                throw e;
            }
            JsonObject metadata = JsonObject.EMPTY.with("name", KEY.name());
            kube.create(KubeTypes.CONFIG_MAPS, NAMESPACE, patch.with("metadata", metadata), OPTIONS);
        }
    }
}
