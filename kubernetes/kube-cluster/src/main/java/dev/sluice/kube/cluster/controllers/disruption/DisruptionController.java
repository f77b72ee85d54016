package dev.sluice.kube.cluster.controllers.disruption;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.controllers.disruption.ExpectedPods.Expectation;
import dev.sluice.kube.cluster.controllers.disruption.ExpectedPods.ScaleException;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.event.EventSource;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.object.Times;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.select.LabelSelector;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.WorkQueue;
import dev.sluice.runtime.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/// Computes the status of PodDisruptionBudgets, by which the server allows or refuses evictions.
///
/// The server takes an eviction from `disruptionsAllowed` and notes the pod in `disruptedPods`. The pod counts as
/// unhealthy from then on, until it is gone or [#DELETION_TIMEOUT_NANOS] have passed without its deletion.
public final class DisruptionController {
    /// Kubernetes' own time-out for the deletion of an evicted pod.
    private static final long DELETION_TIMEOUT_NANOS = 120 * Clock.NANOS_PER_SECOND;

    private static final String ALLOWED = "DisruptionAllowed";

    private final Kube kube;
    private final Informer budgets;
    private final Informer pods;
    private final ExpectedPods expectedPods;
    private final WorkQueue<ObjectKey> queue;
    private final EventSource events;

    /// @param types all resources that are served right now
    public DisruptionController(ControllerContext context, Supplier<List<ResourceType>> types) {
        this.kube = context.kube();
        this.budgets = context.informer(KubeTypes.POD_DISRUPTION_BUDGETS);
        this.pods = context.informer(KubeTypes.PODS);
        Informer replicaSets = context.informer(KubeTypes.REPLICA_SETS);
        Informer deployments = context.informer(KubeTypes.DEPLOYMENTS);
        this.expectedPods = new ExpectedPods(kube, replicaSets, deployments, types);
        this.queue = new WorkQueue<>(context.timers());
        this.events = context.events().source("controllermanager");
        budgets.addHandler(InformerHandler.onAnyChange(budget -> queue.add(KubeObjects.key(budget))));
        pods.addHandler(new PodHandler());
        context.drive(new ControllerLoop<>(
                "disruption controller", queue, List.of(budgets, pods, replicaSets, deployments), this::reconcile));
    }

    private final class PodHandler implements InformerHandler {
        @Override
        public void onAdd(JsonObject pod) {
            addBudgetsOf(pod);
        }

        @Override
        public void onUpdate(JsonObject before, JsonObject pod) {
            if (!before.object("metadata", "labels").equals(pod.object("metadata", "labels"))) {
                addBudgetsOf(before);
            }
            addBudgetsOf(pod);
        }

        @Override
        public void onDelete(JsonObject pod) {
            addBudgetsOf(pod);
        }

        private void addBudgetsOf(JsonObject pod) {
            for (JsonObject budget : budgets.cache().all()) {
                if (selects(budget, pod)) {
                    queue.add(KubeObjects.key(budget));
                }
            }
        }
    }

    private static boolean selects(JsonObject budget, JsonObject pod) {
        return KubeObjects.namespace(budget).equals(KubeObjects.namespace(pod))
                && budget.at("spec", "selector") instanceof JsonObject selector
                && LabelSelector.of(selector).matches(pod.object("metadata", "labels"));
    }

    private void reconcile(ObjectKey key, long nowNanos) {
        JsonObject budget = budgets.cache().get(key);
        if (budget == null) {
            return;
        }
        List<JsonObject> selected =
                pods.cache().all().stream().filter(pod -> selects(budget, pod)).toList();
        if (selected.isEmpty()) {
            events.normal(KubeTypes.POD_DISRUPTION_BUDGETS, budget, "NoPods", "No matching pods found");
        }
        Expectation expectation;
        try {
            expectation = expectedPods.of(budget, selected);
        } catch (ScaleException e) {
            String message = Objects.requireNonNullElse(e.getMessage(), "");
            events.warning(
                    KubeTypes.POD_DISRUPTION_BUDGETS,
                    budget,
                    "CalculateExpectedPodCountFailed",
                    "Failed to calculate the number of expected pods: " + message);
            allowNothing(budget, message, nowNanos);
            return;
        }
        JsonObject disrupted = disruptedPods(budget, selected, nowNanos);
        long healthy = selected.stream()
                .filter(pod -> !KubeObjects.isTerminating(pod)
                        && !disrupted.has(KubeObjects.name(pod))
                        && new Pod(pod).isReady())
                .count();
        write(budget, status(budget, expectation, healthy, disrupted, nowNanos));
    }

    /// The evicted pods whose deletion is still awaited; looks again when the first time-out is over.
    private JsonObject disruptedPods(JsonObject budget, List<JsonObject> selected, long nowNanos) {
        JsonObject noted = budget.object("status", "disruptedPods");
        JsonObject awaited = JsonObject.EMPTY;
        for (JsonObject pod : selected) {
            String name = KubeObjects.name(pod);
            if (!noted.has(name) || KubeObjects.isTerminating(pod)) {
                continue;
            }
            long due = Times.parse(noted.text(name), nowNanos) + DELETION_TIMEOUT_NANOS;
            if (due < nowNanos) {
                events.warning(
                        KubeTypes.PODS,
                        pod,
                        "NotDeleted",
                        "Pod was expected by PDB %s/%s to be deleted but it wasn't"
                                .formatted(KubeObjects.namespace(budget), KubeObjects.name(budget)));
            } else {
                awaited = awaited.with(name, noted.text(name));
                queue.addAt(KubeObjects.key(budget), due + 1);
            }
        }
        return awaited;
    }

    private static JsonObject status(
            JsonObject budget, Expectation expectation, long healthy, JsonObject disrupted, long nowNanos) {
        long allowed = expectation.expected() <= 0 ? 0 : Math.max(0, healthy - expectation.desiredHealthy());
        long generation = budget.number(0, "metadata", "generation");
        JsonObject status = budget.object("status")
                .without("disruptedPods")
                .with("currentHealthy", Json.of(healthy))
                .with("desiredHealthy", Json.of(expectation.desiredHealthy()))
                .with("disruptionsAllowed", Json.of(allowed))
                .with("expectedPods", Json.of(expectation.expected()))
                .with("observedGeneration", Json.of(generation));
        status = disrupted.isEmpty() ? status : status.with("disruptedPods", disrupted);
        return withCondition(
                status, allowed > 0, allowed > 0 ? "SufficientPods" : "InsufficientPods", "", generation, nowNanos);
    }

    /// Kubernetes' way to fail safely: no eviction is allowed while the scale is unknown.
    private void allowNothing(JsonObject budget, String why, long nowNanos) {
        JsonObject status = budget.object("status").with("disruptionsAllowed", Json.of(0));
        long observed = status.number(0, "observedGeneration");
        write(budget, withCondition(status, false, "SyncFailed", why, observed, nowNanos));
    }

    private static JsonObject withCondition(
            JsonObject status, boolean isTrue, String reason, String message, long generation, long nowNanos) {
        JsonObject known = Conditions.find(status.array("conditions"), ALLOWED);
        String value = isTrue ? Conditions.TRUE : Conditions.FALSE;
        Json since = known != null && known.text("status").equals(value)
                ? Json.of(known.text("lastTransitionTime"))
                : Times.of(nowNanos);
        JsonObject.Builder condition = JsonObject.builder().put("type", ALLOWED).put("status", value);
        if (generation != 0) {
            condition.put("observedGeneration", generation);
        }
        condition.put("lastTransitionTime", since).put("reason", reason).put("message", message);
        return status.with("conditions", Conditions.with(status.array("conditions"), condition.build()));
    }

    private void write(JsonObject budget, JsonObject status) {
        if (!status.equals(budget.object("status"))) {
            kube.update(
                    KubeTypes.POD_DISRUPTION_BUDGETS,
                    KubeObjects.key(budget),
                    "status",
                    budget.with("status", status),
                    WriteOptions.PLAIN);
        }
    }
}
