package dev.sluice.kube.apiserver.plugin;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The RuntimeClass admission plugin: gives every new pod the overhead and scheduling rules of its runtime class.
final class RuntimeClassAdmission {
    private static final ResourceType CLASSES =
            new ResourceType("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass", false);

    private static final String OTHER_OVERHEAD =
            "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
    private static final String OWN_OVERHEAD =
            "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead";

    private final RequestContext context;

    RuntimeClassAdmission(RequestContext context) {
        this.context = context;
    }

    /// The pod with what its class adds.
    JsonObject admit(ResourceType pods, JsonObject pod) {
        JsonObject own = classOf(pods, pod);
        if (own == null) {
            return pod;
        }
        JsonObject spec = pod.object("spec");
        JsonObject overhead = own.object("overhead", "podFixed");
        if (own.has("overhead")) {
            if (spec.has("overhead") && !isSame(spec.object("overhead"), overhead)) {
                throw forbidden(pods, pod, OTHER_OVERHEAD);
            }
            spec = overhead.isEmpty() ? spec : spec.with("overhead", overhead);
        }
        JsonObject scheduling = own.object("scheduling");
        spec = withNodeSelector(pods, pod, spec, scheduling.object("nodeSelector"));
        return pod.with("spec", withTolerations(spec, scheduling.array("tolerations")));
    }

    /// Refuses overhead that the pod's class does not define.
    void validate(ResourceType pods, JsonObject pod) {
        JsonObject own = classOf(pods, pod);
        if (own != null && own.has("overhead")) {
            if (!isSame(pod.object("spec", "overhead"), own.object("overhead", "podFixed"))) {
                throw forbidden(pods, pod, OTHER_OVERHEAD);
            }
        } else if (pod.object("spec").has("overhead")) {
            throw forbidden(pods, pod, OWN_OVERHEAD);
        }
    }

    private @Nullable JsonObject classOf(ResourceType pods, JsonObject pod) {
        String name = pod.text("spec", "runtimeClassName");
        if (!pod.object("spec").has("runtimeClassName")) {
            return null;
        }
        JsonObject own = context.watchCache(CLASSES).get(ObjectKey.of(name));
        if (own == null) {
            throw forbidden(pods, pod, "pod rejected: RuntimeClass %s not found".formatted(GoQuoting.of(name)));
        }
        return own;
    }

    private static boolean isSame(JsonObject one, JsonObject other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (String resource : one.names()) {
            if (!other.has(resource)
                    || Quantity.parse(one.text(resource)).compareTo(Quantity.parse(other.text(resource))) != 0) {
                return false;
            }
        }
        return true;
    }

    private static JsonObject withNodeSelector(ResourceType pods, JsonObject pod, JsonObject spec, JsonObject added) {
        JsonObject selector = spec.object("nodeSelector");
        for (Map.Entry<String, String> label : added.texts().entrySet()) {
            String key = label.getKey();
            String value = label.getValue();
            if (selector.has(key) && !selector.text(key).equals(value)) {
                String why = "conflict: runtimeClass.scheduling.nodeSelector[%s] = %s; pod.spec.nodeSelector[%s] = %s"
                        .formatted(key, value, key, selector.text(key));
                throw forbidden(pods, pod, why);
            }
            selector = selector.with(key, value);
        }
        return selector.isEmpty() ? spec : spec.with("nodeSelector", selector);
    }

    /// Both lists, without tolerations that another one covers.
    private static JsonObject withTolerations(JsonObject spec, JsonArray added) {
        if (added.isEmpty()) {
            return spec;
        }
        List<Json> all = new ArrayList<>(spec.array("tolerations").toList());
        all.addAll(added.toList());
        List<Json> merged = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Json one = all.get(i);
            boolean isCovered = merged.stream().anyMatch(kept -> covers(kept, one))
                    || all.subList(i + 1, all.size()).stream()
                            .anyMatch(later -> !later.equals(one) && covers(later, one));
            if (!isCovered) {
                merged.add(one);
            }
        }
        return spec.with("tolerations", JsonArray.of(merged));
    }

    private static boolean covers(Json wide, Json narrow) {
        if (wide.equals(narrow)) {
            return true;
        }
        if (!(wide instanceof JsonObject outer && narrow instanceof JsonObject inner)) {
            return false;
        }
        boolean isAnyKey = outer.text("key").isEmpty() && outer.text("operator").equals("Exists");
        boolean isAnyEffect = outer.text("effect").isEmpty();
        boolean isKeyCovered = isAnyKey || inner.text("key").equals(outer.text("key"));
        boolean isEffectCovered = isAnyEffect || inner.text("effect").equals(outer.text("effect"));
        if (!isKeyCovered || !isEffectCovered) {
            return false;
        }
        if (outer.text("effect").equals("NoExecute")
                && outer.at("tolerationSeconds") instanceof JsonNumber most
                && inner.number(Long.MAX_VALUE, "tolerationSeconds") > most.asLong()) {
            return false;
        }
        return switch (outer.text("operator")) {
            case "", "Equal" ->
                inner.text("operator").equals("Equal") && inner.text("value").equals(outer.text("value"));
            case "Exists" -> true;
            default -> false;
        };
    }

    private static ApiException forbidden(ResourceType type, JsonObject pod, String why) {
        // A pod that the server names is called by what its name begins with.
        String prefix = pod.text("metadata", "generateName");
        return ApiStatus.forbidden(type, prefix.isEmpty() ? KubeObjects.name(pod) : prefix, why);
    }
}
