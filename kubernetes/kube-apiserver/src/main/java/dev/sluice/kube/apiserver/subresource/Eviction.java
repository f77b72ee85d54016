package dev.sluice.kube.apiserver.subresource;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.verb.AdmissionPlugin;
import dev.sluice.kube.apiserver.verb.Delete;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.select.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/// Deletes a pod if its disruption budget allows it.
final class Eviction implements SubresourceHandler {
    private static final ResourceType BUDGETS =
            new ResourceType("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", true);

    private static final int TOO_MANY_REQUESTS = 429;

    /// So long a client waits whose budget has not been counted yet.
    private static final int RETRY_SECONDS = 10;

    /// More pods than this are never evicted at once: the budget's controller has stopped counting them.
    private static final int DISRUPTED_MAX = 2000;

    private static final Set<String> NOT_RUNNING = Set.of("Succeeded", "Failed", "Pending");

    private final RequestContext context;
    private final Delete delete;
    private final AdmissionPlugin admission;

    Eviction(RequestContext context, Delete delete, AdmissionPlugin admission) {
        this.context = context;
        this.delete = delete;
        this.admission = admission;
    }

    @Override
    public JsonObject create(ResourceType pods, ObjectKey key, JsonObject given, WriteOptions options) {
        AdmissionPlugin.Write write = new AdmissionPlugin.Write(
                AdmissionPlugin.Operation.CREATE,
                pods,
                key,
                "eviction",
                given,
                null,
                options.dryRun(),
                options.warnings());
        JsonObject eviction = admission.changed(write);
        admission.check(write.with(eviction));
        if (!KubeObjects.name(eviction).equals(key.name())) {
            throw ApiStatus.badRequest("name in URL does not match name in Eviction object");
        }
        JsonObject wish = eviction.object("deleteOptions");
        boolean isDry = options.dryRun() || !wish.array("dryRun").isEmpty();
        JsonObject pod = context.existing(pods, key);
        boolean isFree = NOT_RUNNING.contains(pod.text("status", "phase")) || KubeObjects.isTerminating(pod);
        if (!isFree) {
            List<JsonObject> budgets = budgetsOf(pod);
            if (budgets.size() > 1) {
                throw ApiStatus.internal("This pod has more than one PodDisruptionBudget, which the eviction"
                        + " subresource does not support.");
            }
            for (JsonObject budget : budgets) {
                if (!mayGoAnyway(pod, budget)) {
                    spend(budget, key.name(), isDry);
                }
            }
        }
        DeleteOptions how = new DeleteOptions(
                wish.has("gracePeriodSeconds")
                        ? OptionalLong.of(wish.number(0, "gracePeriodSeconds"))
                        : OptionalLong.empty(),
                wish.text("propagationPolicy"),
                wish.text("preconditions", "uid"),
                "",
                isDry);
        Delete.mustBeExpected(
                pods,
                pod,
                new DeleteOptions(
                        how.graceSeconds(),
                        how.propagation(),
                        how.uid(),
                        wish.text("preconditions", "resourceVersion"),
                        isDry));
        if (!isDry) {
            context.store().put(pods.groupResource(), key, Conditions.with(pod, evicted()));
        }
        delete.delete(pods, key, how);
        return SuccessStatus.success(201);
    }

    private JsonObject evicted() {
        return JsonObject.builder()
                .put("type", "DisruptionTarget")
                .put("status", "True")
                .put("lastProbeTime", JsonNull.NULL)
                .put("lastTransitionTime", context.timestamp(0))
                .put("reason", "EvictionByEvictionAPI")
                .put("message", "Eviction API: evicting")
                .build();
    }

    private List<JsonObject> budgetsOf(JsonObject pod) {
        List<JsonObject> found = new ArrayList<>();
        context.watchCache(BUDGETS).forEach(KubeObjects.namespace(pod), null, (_, budget) -> {
            boolean selects = budget.at("spec", "selector") instanceof JsonObject selector
                    && LabelSelector.of(selector).matches(pod.object("metadata", "labels"));
            if (selects) {
                found.add(budget);
            }
        });
        return found;
    }

    /// A pod that is not ready counts for nothing, so it may go if enough others are well.
    private static boolean mayGoAnyway(JsonObject pod, JsonObject budget) {
        if (Conditions.isTrue(pod, "Ready")) {
            return false;
        }
        long desired = budget.number(0, "status", "desiredHealthy");
        return budget.text("spec", "unhealthyPodEvictionPolicy").equals("AlwaysAllow")
                || (desired > 0 && budget.number(0, "status", "currentHealthy") >= desired);
    }

    private void spend(JsonObject budget, String pod, boolean isDry) {
        String name = KubeObjects.name(budget);
        if (budget.number(0, "status", "observedGeneration") < budget.number(0, "metadata", "generation")) {
            throw refusal("The disruption budget " + name + " is still being processed by the server.", RETRY_SECONDS);
        }
        long allowed = budget.number(0, "status", "disruptionsAllowed");
        JsonObject disrupted = budget.object("status", "disruptedPods");
        ResourceType one = new ResourceType("policy", "v1", "poddisruptionbudget", "PodDisruptionBudget", true);
        if (allowed < 0) {
            throw ApiStatus.forbidden(one, name, "pdb disruptions allowed is negative");
        }
        if (disrupted.size() > DISRUPTED_MAX) {
            throw ApiStatus.forbidden(
                    one, name, "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
        }
        if (allowed == 0) {
            throw refusal(whyNot(budget, name), 0);
        }
        if (!isDry) {
            JsonObject spent = budget.withAt(Json.of(allowed - 1), "status", "disruptionsAllowed")
                    .withAt(disrupted.with(pod, context.timestamp(0)), "status", "disruptedPods");
            context.store()
                    .put(
                            BUDGETS.groupResource(),
                            KubeObjects.key(budget),
                            allowed == 1 ? Conditions.with(spent, exhausted(budget)) : spent);
        }
    }

    private JsonObject exhausted(JsonObject budget) {
        return JsonObject.builder()
                .put("type", "DisruptionAllowed")
                .put("status", "False")
                .put("observedGeneration", budget.number(0, "status", "observedGeneration"))
                .put("lastTransitionTime", context.timestamp(0))
                .put("reason", "InsufficientPods")
                .put("message", "")
                .build();
    }

    private static String whyNot(JsonObject budget, String name) {
        long healthy = budget.number(0, "status", "currentHealthy");
        long desired = budget.number(0, "status", "desiredHealthy");
        JsonObject told = Conditions.find(budget.array("status", "conditions"), "DisruptionAllowed");
        JsonObject condition = told == null ? JsonObject.EMPTY : told;
        boolean isTold = condition.text("status").equals("False")
                && !condition.text("message").isEmpty();
        if (isTold && condition.text("reason").equals("SyncFailed")) {
            return "The disruption budget %s does not allow evicting pods currently because it failed sync: %s"
                    .formatted(name, condition.text("message"));
        }
        if (healthy <= desired) {
            return "The disruption budget %s needs %d healthy pods and has %d currently"
                    .formatted(name, desired, healthy);
        }
        String plain = "The disruption budget %s does not allow evicting pods currently".formatted(name);
        return isTold ? "%s (%s): %s".formatted(plain, condition.text("reason"), condition.text("message")) : plain;
    }

    private static ApiException refusal(String why, int retrySeconds) {
        JsonObject cause = JsonObject.builder()
                .put("reason", "DisruptionBudget")
                .put("message", why)
                .build();
        JsonObject.Builder details = JsonObject.builder().put("causes", JsonArray.of(List.of(cause)));
        if (retrySeconds > 0) {
            details.put("retryAfterSeconds", retrySeconds);
        }
        return new ApiStatus(
                        TOO_MANY_REQUESTS,
                        "TooManyRequests",
                        "Cannot evict pod as it would violate the pod's disruption budget.",
                        details.build())
                .exception();
    }
}
