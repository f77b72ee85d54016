package dev.sluice.kube.apiserver.plugin;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.apiserver.verb.WriteHooks;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import org.jspecify.annotations.Nullable;

/// The admission plugins that are always on, in their order.
public final class BuiltInPlugins implements WriteHooks {
    private final NamespaceLifecycle namespaces;
    private final PriorityAdmission priorities;
    private final RuntimeClassAdmission runtimeClasses;
    private final PodTopologyLabels topology;
    private final PersistentVolumeClaimResize resize;
    private final PodResizeValidation podResize;
    private final ServiceAllocator services;

    public BuiltInPlugins(RequestContext context) {
        this.namespaces = new NamespaceLifecycle(context.store());
        this.priorities = new PriorityAdmission(context);
        this.runtimeClasses = new RuntimeClassAdmission(context);
        this.topology = new PodTopologyLabels(context);
        this.resize = new PersistentVolumeClaimResize(context);
        this.podResize = new PodResizeValidation(context);
        this.services = new ServiceAllocator(context);
    }

    @Override
    public JsonObject beforeCreate(ResourceType type, String namespace, JsonObject object) {
        namespaces.mustTake(type, namespace, KubeObjects.name(object));
        return priorities.given(type, object);
    }

    @Override
    public JsonObject afterDefaults(ResourceType type, JsonObject object) {
        return isPod(type)
                ? topology.given(runtimeClasses.admit(type, object), object.text("spec", "nodeName"))
                : object;
    }

    @Override
    public void checkCreate(ResourceType type, JsonObject object) {
        if (isPod(type)) {
            runtimeClasses.validate(type, object);
        }
    }

    private static boolean isPod(ResourceType type) {
        return type.groupResource().equals("pods");
    }

    @Override
    public JsonObject allocate(ResourceType type, JsonObject object) {
        return services.given(type, object);
    }

    @Override
    public void checkUpdate(ResourceType type, String subresource, JsonObject object, JsonObject old) {
        if (subresource.isEmpty()) {
            resize.check(type, object, old);
        } else if (subresource.equals("resize") && isPod(type)) {
            podResize.check(type, object, old);
        }
    }

    @Override
    public void stored(ResourceType type, @Nullable JsonObject before, @Nullable JsonObject after) {
        services.keep(type, before, after);
    }
}
