package dev.sluice.kube.request;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Counts the request of one pod.
final class PodRequestCount {
    private final JsonObject spec;
    private final JsonObject status;
    private final boolean isInfeasible;
    private final List<String> problems = new ArrayList<>(0);

    PodRequestCount(JsonObject pod) {
        this.spec = pod.object("spec");
        this.status = pod.object("status");
        JsonObject pending = Conditions.find(status.array("conditions"), "PodResizePending");
        this.isInfeasible = pending != null && pending.text("reason").equals("Infeasible");
    }

    PodRequest request() {
        Amounts sum = new Amounts();
        addContainers(sum);
        addClaims(sum);
        replaceByPodLevel(sum);
        sum.plus(read(spec.object("overhead"), () -> "spec.overhead"));
        sum.put("pods", 1);
        return new PodRequest(sum.roundedWithoutZeros(), problems);
    }

    private Amounts read(JsonObject list, Supplier<String> field) {
        return list.isEmpty() ? new Amounts() : Amounts.read(list, field, problems);
    }

    private void addContainers(Amounts sum) {
        JsonArray containers = spec.array("containers");
        for (int i = 0; i < containers.size(); i++) {
            sum.plus(effective(containers.object(i), "spec.containers", i));
        }
        JsonArray initContainers = spec.array("initContainers");
        Amounts sidecars = new Amounts();
        Amounts peak = new Amounts();
        for (int i = 0; i < initContainers.size(); i++) {
            JsonObject container = initContainers.object(i);
            if (PodRequest.isSidecar(container)) {
                Amounts request = effective(container, "spec.initContainers", i);
                sum.plus(request);
                sidecars.plus(request);
            } else {
                Amounts step = inSpec(container, "spec.initContainers", i);
                step.plus(sidecars);
                peak.max(step);
            }
        }
        sum.max(peak);
    }

    private Amounts inSpec(JsonObject container, String field, int i) {
        return read(container.object("resources", "requests"), () -> field + "[" + i + "].resources.requests");
    }

    private Amounts effective(JsonObject container, String field, int i) {
        Amounts inSpec = inSpec(container, field, i);
        String name = container.text("name");
        JsonObject state = statusOf(name);
        // Without resources in effect, the kubelet does not say what it has allocated.
        return state != null && state.get("resources") instanceof JsonObject actuated
                ? effective(inSpec, actuated, state.object("allocatedResources"), "status of container " + name + ": ")
                : inSpec;
    }

    private Amounts effective(Amounts inSpec, JsonObject actuated, JsonObject allocated, String field) {
        Amounts largest = isInfeasible ? new Amounts() : inSpec;
        largest.max(read(actuated.object("requests"), () -> field + "resources.requests"));
        largest.max(read(allocated, () -> field + "allocatedResources"));
        return largest;
    }

    private @Nullable JsonObject statusOf(String container) {
        JsonObject state = find(status.array("initContainerStatuses"), container);
        return state == null ? find(status.array("containerStatuses"), container) : state;
    }

    private static @Nullable JsonObject find(JsonArray states, String container) {
        for (Json each : states) {
            if (each instanceof JsonObject state && state.text("name").equals(container)) {
                return state;
            }
        }
        return null;
    }

    private void addClaims(Amounts sum) {
        JsonArray claims = status.array("nodeAllocatableResourceClaimStatuses");
        for (int i = 0; i < claims.size(); i++) {
            int at = i;
            sum.plus(read(
                    claims.object(i).object("resources"),
                    () -> "status.nodeAllocatableResourceClaimStatuses[" + at + "].resources"));
        }
    }

    private void replaceByPodLevel(Amounts sum) {
        JsonObject requests = spec.object("resources", "requests");
        Amounts effective = read(requests, () -> "spec.resources.requests");
        if (!requests.isEmpty() && status.get("resources") instanceof JsonObject actuated) {
            effective = effective(effective, actuated, status.object("allocatedResources"), "status.");
        }
        for (String name : requests.names()) {
            if (isPodLevel(name)) {
                sum.replace(name, effective);
            }
        }
    }

    /// True for the resources that a pod may request as a whole.
    private static boolean isPodLevel(String resource) {
        return resource.equals(Amounts.CPU) || resource.equals("memory") || resource.startsWith("hugepages-");
    }
}
