package dev.sluice.kube.cluster.controllers.replica;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.cluster.work.ControllerRefs;
import dev.sluice.kube.cluster.work.Counts;
import dev.sluice.kube.cluster.work.PodControl;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.object.Times;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.select.LabelSelector;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.OwnWrites;
import dev.sluice.kube.work.WorkQueue;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Creates and deletes pods to match a ReplicaSet's replicas.
public final class ReplicaSetController {
    /// Limits the pods per reconciliation, so that a large set does not starve others.
    private static final int PODS_PER_RECONCILIATION_MAX = 500;

    private final Kube kube;
    private final Informer sets;
    private final Informer pods;
    private final WorkQueue<ObjectKey> queue;
    private final OwnWrites<ObjectKey> podWrites;
    private final OwnWrites<ObjectKey> setWrites;
    private final ControllerRefs claims;
    private final PodControl podControl;

    public ReplicaSetController(ControllerContext context) {
        this.kube = context.kube();
        this.sets = context.informer(KubeTypes.REPLICA_SETS);
        this.pods = context.informer(KubeTypes.PODS);
        this.queue = new WorkQueue<>(context.timers());
        this.podWrites = new OwnWrites<>(pods);
        this.setWrites = new OwnWrites<>(sets);
        sets.addHandler(InformerHandler.onAnyChange(set -> queue.add(KubeObjects.key(set))));
        this.claims = new ControllerRefs(context, KubeTypes.REPLICA_SETS, KubeTypes.PODS);
        this.podControl = new PodControl(
                kube, KubeTypes.REPLICA_SETS, podWrites, context.events().source("replicaset-controller"));
        pods.addHandler(claims.handler(queue::add));
        context.drive(new ControllerLoop<>("replica set controller", queue, List.of(sets, pods), this::reconcile));
    }

    private void reconcile(ObjectKey key, long nowNanos) {
        JsonObject set = sets.cache().get(key);
        if (set == null) {
            podWrites.forget(key);
            setWrites.forget(key);
            return;
        }
        if (!podWrites.areSeen(key) || !setWrites.areSeen(key)) {
            queue.addAt(key, nowNanos + OwnWrites.LOOK_AGAIN_NANOS);
            return;
        }
        List<JsonObject> active = claims.of(set, pod -> new Pod(pod).isActive(), pod -> podWrites.wrote(key, pod));
        ApiException refused = null;
        if (!KubeObjects.isTerminating(set)) {
            refused = scale(set, active);
        }
        long leaving = leaving(set);
        writeStatus(key, set, status(set, active, leaving, refused, nowNanos));
        enqueueWhenAvailable(key, set, active, nowNanos);
        if (refused != null) {
            throw refused;
        }
    }

    /// Returns the pods of all sets of the same Deployment; for a set without one, none, like Kubernetes.
    private List<JsonObject> related(JsonObject set) {
        JsonObject owner = Owners.controller(set);
        if (owner == null) {
            return List.of();
        }
        List<JsonObject> related = new ArrayList<>();
        for (JsonObject sibling : sets.cache().find(Index.OWNERS, owner.text("uid"))) {
            related.addAll(pods.cache().find(Index.OWNERS, KubeObjects.uid(sibling)));
        }
        return related;
    }

    private long leaving(JsonObject set) {
        String uid = KubeObjects.uid(set);
        LabelSelector selector = LabelSelector.of(set.object("spec", "selector"));
        return pods.cache().find(Index.OWNERS, uid).stream()
                .filter(pod -> new Pod(pod).isTerminating() && Owners.isControlledBy(pod, uid))
                .filter(pod -> selector.matches(pod.object("metadata", "labels")))
                .count();
    }

    private @Nullable ApiException scale(JsonObject set, List<JsonObject> active) {
        long missing = set.number(1, "spec", "replicas") - active.size();
        try {
            if (missing > 0) {
                JsonObject pod = Pod.fromTemplate(
                                set.object("spec", "template"),
                                KubeObjects.name(set) + "-",
                                Owners.controllerReference(KubeTypes.REPLICA_SETS, set))
                        .json();
                for (int i = 0; i < Math.min(missing, PODS_PER_RECONCILIATION_MAX); i++) {
                    podControl.create(set, pod);
                }
            } else if (missing < 0) {
                List<JsonObject> ranked = ScaleDownOrder.ranked(active, related(set));
                for (JsonObject pod : ranked.subList(0, (int) Math.min(-missing, PODS_PER_RECONCILIATION_MAX))) {
                    podControl.delete(set, pod);
                }
            }
            return null;
        } catch (ApiException e) {
            return e;
        }
    }

    private static JsonObject status(
            JsonObject set, List<JsonObject> active, long leaving, @Nullable ApiException refused, long nowNanos) {
        long minReady = set.number(0, "spec", "minReadySeconds");
        Map<String, String> labels =
                set.object("spec", "template", "metadata", "labels").texts();
        LabelSelector likeTheTemplate =
                LabelSelector.of(JsonObject.of("matchLabels", set.object("spec", "template", "metadata", "labels")));
        JsonObject status = set.object("status").with("replicas", Json.of((long) active.size()));
        status = Counts.put(
                status,
                "fullyLabeledReplicas",
                labels.isEmpty()
                        ? active.size()
                        : active.stream()
                                .filter(pod -> likeTheTemplate.matches(pod.object("metadata", "labels")))
                                .count());
        status = Counts.put(
                status,
                "readyReplicas",
                active.stream().filter(pod -> new Pod(pod).isReady()).count());
        status = Counts.put(
                status,
                "availableReplicas",
                active.stream()
                        .filter(pod -> new Pod(pod).isAvailable(minReady, nowNanos))
                        .count());
        status = status.with("terminatingReplicas", Json.of(leaving))
                .with("observedGeneration", Json.of(set.number(0, "metadata", "generation")));
        return withFailure(status, active.size() < set.number(1, "spec", "replicas"), refused, nowNanos);
    }

    private static JsonObject withFailure(
            JsonObject status, boolean isShort, @Nullable ApiException refused, long nowNanos) {
        JsonArray conditions = status.array("conditions");
        if (refused == null) {
            JsonArray others = Conditions.without(conditions, "ReplicaFailure");
            return others.isEmpty() ? status.without("conditions") : status.with("conditions", others);
        }
        if (Conditions.find(conditions, "ReplicaFailure") != null) {
            return status;
        }
        JsonObject failure = JsonObject.builder()
                .put("type", "ReplicaFailure")
                .put("status", Conditions.TRUE)
                .put("lastTransitionTime", Times.of(nowNanos))
                .put("reason", isShort ? "FailedCreate" : "FailedDelete")
                .put("message", refused.status().message())
                .build();
        return status.with("conditions", conditions.plus(failure));
    }

    private void writeStatus(ObjectKey key, JsonObject set, JsonObject status) {
        if (!status.equals(set.object("status"))) {
            setWrites.wrote(
                    key,
                    kube.update(KubeTypes.REPLICA_SETS, key, "status", set.with("status", status), WriteOptions.PLAIN));
        }
    }

    /// Schedules a reconciliation for when a ready pod becomes available.
    private void enqueueWhenAvailable(ObjectKey key, JsonObject set, List<JsonObject> active, long nowNanos) {
        long minReady = set.number(0, "spec", "minReadySeconds");
        if (minReady == 0) {
            return;
        }
        for (JsonObject pod : active) {
            JsonObject ready = Conditions.find(pod.array("status", "conditions"), "Ready");
            if (ready != null && new Pod(pod).isReady() && !new Pod(pod).isAvailable(minReady, nowNanos)) {
                long since = Times.parse(ready.text("lastTransitionTime"), nowNanos);
                queue.addAt(key, since + minReady * Clock.NANOS_PER_SECOND);
            }
        }
    }
}
