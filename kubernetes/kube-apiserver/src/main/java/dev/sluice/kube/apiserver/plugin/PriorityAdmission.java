package dev.sluice.kube.apiserver.plugin;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import org.jspecify.annotations.Nullable;

/// Gives every new pod the priority of its class.
final class PriorityAdmission {
    private static final ResourceType CLASSES =
            new ResourceType("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", false);

    private static final String COMPUTED =
            "the %s value of %s (%s) must not be provided in pod spec; priority admission controller computed %s from"
                    + " the given PriorityClass name";

    private final RequestContext context;

    PriorityAdmission(RequestContext context) {
        this.context = context;
    }

    JsonObject given(ResourceType type, JsonObject pod) {
        if (!type.groupResource().equals("pods")) {
            return pod;
        }
        String name = pod.text("spec", "priorityClassName");
        JsonObject own =
                name.isEmpty() ? general() : context.watchCache(CLASSES).get(ObjectKey.of(name));
        if (own == null && !name.isEmpty()) {
            throw refusal(type, pod, "no PriorityClass with name " + name + " was found");
        }
        JsonObject spec = pod.object("spec");
        long priority = own == null ? 0 : own.number(0, "value");
        long wanted = spec.number(priority, "priority");
        if (wanted != priority) {
            throw refusal(
                    type,
                    pod,
                    COMPUTED.formatted("integer", "priority", Long.toString(wanted), Long.toString(priority)));
        }
        String policy = own == null ? "" : own.text("preemptionPolicy");
        policy = policy.isEmpty() ? "PreemptLowerPriority" : policy;
        String asked = spec.text("preemptionPolicy");
        if (!asked.isEmpty() && !asked.equals(policy)) {
            throw refusal(type, pod, COMPUTED.formatted("string", "PreemptionPolicy", asked, policy));
        }
        spec = spec.with("priority", Json.of(priority)).with("preemptionPolicy", policy);
        return pod.with("spec", own == null ? spec : spec.with("priorityClassName", KubeObjects.name(own)));
    }

    /// The class of pods that name none: the least of those that say so.
    private @Nullable JsonObject general() {
        JsonObject least = null;
        for (JsonObject each : context.watchCache(CLASSES).all().values()) {
            if (each.isTrue("globalDefault") && (least == null || each.number(0, "value") < least.number(0, "value"))) {
                least = each;
            }
        }
        return least;
    }

    private static ApiException refusal(ResourceType type, JsonObject pod, String why) {
        // A pod without a name is reported by its generateName.
        String name = KubeObjects.name(pod);
        return ApiStatus.forbidden(type, name.isEmpty() ? pod.text("metadata", "generateName") : name, why);
    }
}
