package dev.sluice.kube.cluster.controllers.namespace;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.WorkQueue;
import java.util.List;

/// Creates the service account `default` and the config map `kube-root-ca.crt` in every namespace.
public final class NamespaceDefaults {
    private static final String ACCOUNT = "default";
    private static final String CERTIFICATE = "kube-root-ca.crt";
    private static final int CONFLICT = 409;
    private static final int FORBIDDEN = 403;

    private final Kube kube;
    private final String certificate;
    private final Informer namespaces;
    private final Informer accounts;
    private final Informer maps;
    private final WorkQueue<ObjectKey> queue;

    /// Creates the controller.
    ///
    /// @param certificate of the authority that signs the server's; empty if it has none
    public NamespaceDefaults(ControllerContext context, String certificate) {
        this.kube = context.kube();
        this.certificate = certificate;
        this.namespaces = context.informer(KubeTypes.NAMESPACES);
        this.accounts = context.informer(KubeTypes.SERVICE_ACCOUNTS);
        this.maps = context.informer(KubeTypes.CONFIG_MAPS);
        this.queue = new WorkQueue<>(context.timers());
        namespaces.addHandler(InformerHandler.onAnyChange(namespace -> queue.add(KubeObjects.key(namespace))));
        accounts.addHandler(InformerHandler.onAnyChange(account -> lookFor(account, ACCOUNT)));
        maps.addHandler(InformerHandler.onAnyChange(map -> lookFor(map, CERTIFICATE)));
        context.drive(new ControllerLoop<>(
                "furniture of namespaces", queue, List.of(namespaces, accounts, maps), (key, _) -> reconcile(key)));
    }

    private void lookFor(JsonObject object, String name) {
        if (KubeObjects.name(object).equals(name)) {
            queue.add(ObjectKey.of(KubeObjects.namespace(object)));
        }
    }

    private void reconcile(ObjectKey key) {
        JsonObject namespace = namespaces.cache().get(key);
        if (namespace == null || KubeObjects.isTerminating(namespace)) {
            return;
        }
        if (accounts.cache().get(new ObjectKey(key.name(), ACCOUNT)) == null) {
            create(KubeTypes.SERVICE_ACCOUNTS, key.name(), JsonObject.of("metadata", named(ACCOUNT)));
        }
        if (!certificate.isEmpty()) {
            putCertificate(key.name());
        }
    }

    private void putCertificate(String namespace) {
        ObjectKey key = new ObjectKey(namespace, CERTIFICATE);
        JsonObject data = JsonObject.of("ca.crt", Json.of(certificate));
        JsonObject there = maps.cache().get(key);
        if (there == null) {
            JsonObject metadata = named(CERTIFICATE)
                    .withAt(
                            Json.of("Contains a CA bundle that can be used to verify the kube-apiserver when using"
                                    + " internal endpoints such as the internal service IP or kubernetes.default.svc."
                                    + " No other usage is guaranteed across distributions of Kubernetes clusters."),
                            "annotations",
                            "kubernetes.io/description");
            create(
                    KubeTypes.CONFIG_MAPS,
                    namespace,
                    JsonObject.builder()
                            .put("metadata", metadata)
                            .put("data", data)
                            .build());
        } else if (!there.object("data").equals(data)) {
            kube.update(KubeTypes.CONFIG_MAPS, key, "", there.with("data", data), WriteOptions.PLAIN);
        }
    }

    private static JsonObject named(String name) {
        return JsonObject.of("name", Json.of(name));
    }

    /// Ignores that the object exists by now, or that the namespace is terminating.
    private void create(ResourceType type, String namespace, JsonObject object) {
        try {
            kube.create(type, namespace, object, WriteOptions.PLAIN);
        } catch (ApiException e) {
            if (e.code() != CONFLICT && e.code() != FORBIDDEN) {
                throw e;
            }
        }
    }
}
