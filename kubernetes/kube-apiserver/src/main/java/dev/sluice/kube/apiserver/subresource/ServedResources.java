package dev.sluice.kube.apiserver.subresource;

import dev.sluice.kube.apiserver.access.AccessReviews;
import dev.sluice.kube.schema.ServedType;
import java.util.Optional;
import java.util.Set;

/// Which resources and subresources of the Kubernetes API the embedded server serves.
public final class ServedResources {
    private static final Set<String> SUBRESOURCES = Set.of(
            "status", "binding", "token", "scale", "eviction", "finalize", "ephemeralcontainers", "resize", "approval");

    private ServedResources() {}

    /// True for resources whose objects are stored, and for those that are only created: reviews and bindings.
    public static boolean isServed(ServedType served) {
        boolean isStored = served.allows("list") && (served.allows("create") || served.allows("deletecollection"));
        return isStored || AccessReviews.areOf(served.type()) || Subresources.isBinding(served.type());
    }

    public static boolean isServed(ServedType.Subresource sub) {
        return SUBRESOURCES.contains(sub.name());
    }

    /// The subresource with this name, if it is served.
    public static Optional<ServedType.Subresource> subresource(ServedType served, String name) {
        return served.subresource(name).filter(ServedResources::isServed);
    }
}
