package dev.sluice.kube.apiserver;

import dev.sluice.kube.apiserver.schema.Catalogue;
import dev.sluice.kube.apiserver.schema.ServedType;
import dev.sluice.kube.port.ResourceType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The resources whose objects controllers can follow and remove, each in one version; worked out anew only when what
/// is served has changed.
final class Collectable {
    private final Catalogue catalogue;
    private volatile Now now;

    private record Now(long edition, List<ResourceType> resources) {}

    Collectable(Catalogue catalogue) {
        this.catalogue = catalogue;
        this.now = new Now(catalogue.edition(), of(catalogue.types()));
    }

    List<ResourceType> resources() {
        long edition = catalogue.edition();
        if (now.edition() != edition) {
            now = new Now(edition, of(catalogue.types()));
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
