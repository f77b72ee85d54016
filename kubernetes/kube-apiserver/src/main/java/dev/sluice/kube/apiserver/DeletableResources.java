package dev.sluice.kube.apiserver;

import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.schema.ServedType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The resources that controllers can watch and delete, each in one version. Recomputed when the served resources
/// change.
final class DeletableResources {
    private final ResourceRegistry registry;
    private volatile Now now;

    private record Now(long edition, List<ResourceType> resources) {}

    DeletableResources(ResourceRegistry registry) {
        this.registry = registry;
        this.now = new Now(registry.edition(), of(registry.types()));
    }

    List<ResourceType> resources() {
        long edition = registry.edition();
        if (now.edition() != edition) {
            now = new Now(edition, of(registry.types()));
        }
        return now.resources();
    }

    private static List<ResourceType> of(List<ServedType> types) {
        Map<String, ResourceType> first = new LinkedHashMap<>();
        for (ServedType type : types) {
            if (type.allows("list") && type.allows("watch") && type.allows("delete")) {
                first.putIfAbsent(type.type().groupResource(), type.type());
            }
        }
        return List.copyOf(first.values());
    }
}
