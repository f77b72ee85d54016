package dev.sluice.kube.apiserver.subresource;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.verb.AdmissionPlugin;
import dev.sluice.kube.apiserver.verb.Delete;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.apiserver.verb.Update;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The subresources with verbs of their own, by resource and name.
public final class Subresources {
    private static final ResourceType PODS = new ResourceType("", "v1", "pods", "Pod", true);

    private final Map<String, SubresourceHandler> handlers = new HashMap<>();
    private final CustomScaleSubresource customScales;
    private final Binding binding;

    /// @param delete deletes evicted pods; it must not admit the delete, since the eviction was admitted
    public Subresources(RequestContext context, Update update, Delete delete, AdmissionPlugin admission) {
        this.binding = new Binding(context, admission);
        handlers.put("pods/binding", binding);
        handlers.put("pods/eviction", new Eviction(context, delete, admission));
        handlers.put("namespaces/finalize", new NamespaceFinalize(context));
        SubresourceHandler scale = new ScaleSubresource(context, update);
        handlers.put("deployments.apps/scale", scale);
        handlers.put("replicasets.apps/scale", scale);
        handlers.put("statefulsets.apps/scale", scale);
        handlers.put("replicationcontrollers/scale", scale);
        this.customScales = new CustomScaleSubresource(context, update);
    }

    /// The handler of a subresource; null for the object itself and for parts of the stored object.
    public @Nullable SubresourceHandler find(ResourceType type, String subresource) {
        if (subresource.isEmpty()) {
            return null;
        }
        SubresourceHandler handler = handlers.get(type.groupResource() + "/" + subresource);
        return handler == null && customScales.has(type, subresource) ? customScales : handler;
    }

    /// True for the resource `bindings`, the oldest way to bind.
    public static boolean isBinding(ResourceType type) {
        return type.groupResource().equals("bindings");
    }

    /// Creates an object of the resource `bindings`: its name is that of the pod.
    public JsonObject bind(String namespace, JsonObject given, WriteOptions options) {
        return binding.create(PODS, new ObjectKey(namespace, KubeObjects.name(given)), given, options);
    }
}
