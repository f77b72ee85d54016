package dev.sluice.kube.validation.core;

import dev.sluice.kube.json.JsonObject;
import java.util.function.Consumer;

/// Warnings about fields of services that have no effect or are deprecated.
final class ServiceWarnings {
    private static final String HINTS = "service.kubernetes.io/topology-aware-hints";

    private ServiceWarnings() {}

    static void tell(JsonObject service, Consumer<String> warnings) {
        JsonObject spec = service.object("spec");
        if (service.object("metadata", "annotations").has(HINTS)) {
            warnings.accept(
                    "annotation " + HINTS + " is deprecated, please use service.kubernetes.io/topology-mode instead");
        }
        boolean isElsewhere = spec.text("type").equals("ExternalName");
        boolean isHeadless = spec.text("type").equals("ClusterIP") && ServiceStrategy.isHeadless(spec);
        boolean hasExternal = !spec.array("externalIPs").isEmpty();
        if (isHeadless) {
            if (!spec.text("loadBalancerIP").isEmpty()) {
                warnings.accept("spec.loadBalancerIP is ignored for headless services");
            }
            if (hasExternal) {
                warnings.accept("spec.externalIPs is ignored for headless services");
            }
            if (!spec.text("sessionAffinity").equals("None")) {
                warnings.accept("spec.SessionAffinity is ignored for headless services");
            }
        }
        if (hasExternal && !isHeadless && !isElsewhere) {
            warnings.accept("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
        }
        if (isElsewhere && hasExternal) {
            warnings.accept("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
        }
        if (!isElsewhere && !spec.text("externalName").isEmpty()) {
            warnings.accept("spec.externalName is ignored when spec.type is not \"ExternalName\"");
        }
        if (spec.text("trafficDistribution").equals("PreferClose")) {
            warnings.accept("spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
        }
    }
}
