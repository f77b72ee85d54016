package dev.sluice.kube.cluster.controllers.replica;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.Counts;
import dev.sluice.kube.cluster.work.PodControl;
import dev.sluice.kube.event.EventSource;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.work.OwnWrites;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Writes a Deployment's ReplicaSets. Each method returns the updated roll-out.
final class ReplicaSets {
    private static final int ALREADY_EXISTS = 409;
    private static final String CREATE_ERROR = "ReplicaSetCreateError";

    private final Kube kube;
    private final ObjectKey key;
    private final OwnWrites<ObjectKey> setWrites;
    private final OwnWrites<ObjectKey> deploymentWrites;
    private final EventSource events;
    private boolean hasScaledOnly;

    ReplicaSets(
            Kube kube,
            ObjectKey key,
            OwnWrites<ObjectKey> setWrites,
            OwnWrites<ObjectKey> deploymentWrites,
            EventSource events) {
        this.kube = kube;
        this.events = events;
        this.key = key;
        this.setWrites = setWrites;
        this.deploymentWrites = deploymentWrites;
    }

    /// True if only the number of replicas has changed, which is no progress.
    boolean hasScaledOnly() {
        return hasScaledOnly;
    }

    /// Sets the next revision on the set of the current template, and on the Deployment.
    Rollout withRevision(Rollout rollout, long nowNanos) {
        JsonObject current = rollout.current();
        if (current == null) {
            return rollout;
        }
        JsonObject annotated = Revisions.annotated(current, rollout, Long.toString(Revisions.nextRevision(rollout)));
        annotated = Counts.put(
                                annotated.object("spec"),
                                "minReadySeconds",
                                rollout.deployment().number(0, "spec", "minReadySeconds"))
                        .equals(annotated.object("spec"))
                ? annotated
                : annotated.with(
                        "spec",
                        Counts.put(
                                annotated.object("spec"),
                                "minReadySeconds",
                                rollout.deployment().number(0, "spec", "minReadySeconds")));
        Rollout written = annotated.equals(current) ? rollout : replaced(rollout, write(annotated));
        JsonObject deployment = written.deployment();
        String revision = annotated.text("metadata", "annotations", Revisions.REVISION);
        boolean hasProgress = Conditions.find(deployment.array("status", "conditions"), "Progressing") != null;
        boolean reportsProgress = deployment.object("spec").has("progressDeadlineSeconds");
        JsonObject told = deployment.withAt(Json.of(revision), "metadata", "annotations", Revisions.REVISION);
        JsonObject after = told.equals(deployment) ? deployment : writeDeployment(told);
        if (reportsProgress && !hasProgress) {
            String message = "Found new replica set \"%s\"".formatted(KubeObjects.name(current));
            after = progress(written, after, "FoundNewReplicaSet", message, nowNanos);
        }
        return new Rollout(after, written.current(), written.old());
    }

    /// Returns the roll-out with a set of the current template, created if it is missing.
    Rollout withCurrent(Rollout rollout, long nowNanos) {
        if (rollout.current() != null) {
            return rollout;
        }
        JsonObject deployment = rollout.deployment();
        String revision = Long.toString(Revisions.nextRevision(rollout));
        JsonObject set = Revisions.newSet(rollout, revision);
        JsonObject made;
        try {
            made = kube.create(KubeTypes.REPLICA_SETS, key.namespace(), set, WriteOptions.PLAIN);
        } catch (ApiException e) {
            if (e.code() == ALREADY_EXISTS && e.reason().equals("AlreadyExists")) {
                long collisions = deployment.number(0, "status", "collisionCount") + 1;
                deploymentWrites.wrote(
                        key,
                        kube.update(
                                KubeTypes.DEPLOYMENTS,
                                key,
                                "status",
                                deployment.withAt(Json.of(collisions), "status", "collisionCount"),
                                WriteOptions.PLAIN));
            } else if (!PodControl.isInTerminatingNamespace(e)) {
                String message = "Failed to create new replica set \"%s\": %s"
                        .formatted(KubeObjects.name(set), e.status().message());
                recordFailure(rollout, message, nowNanos);
            }
            throw e;
        }
        setWrites.wrote(key, made);
        recordScaling(deployment, made, 0, Rollout.replicas(made));
        JsonObject told =
                writeDeployment(deployment.withAt(Json.of(revision), "metadata", "annotations", Revisions.REVISION));
        Rollout with = new Rollout(told, made, rollout.old());
        if (deployment.object("spec").has("progressDeadlineSeconds")) {
            String message = "Created new replica set \"%s\"".formatted(KubeObjects.name(made));
            told = progress(with, told, "NewReplicaSetCreated", message, nowNanos);
        }
        return new Rollout(told, made, rollout.old());
    }

    private void recordFailure(Rollout rollout, String message, long nowNanos) {
        JsonObject deployment = rollout.deployment();
        if (deployment.object("spec").has("progressDeadlineSeconds")) {
            JsonObject condition = new DeploymentStatus(rollout, nowNanos)
                    .condition("Progressing", Conditions.FALSE, CREATE_ERROR, message);
            JsonObject status = DeploymentStatus.with(deployment.object("status"), condition);
            deploymentWrites.wrote(
                    key,
                    kube.update(
                            KubeTypes.DEPLOYMENTS,
                            key,
                            "status",
                            deployment.with("status", status),
                            WriteOptions.PLAIN));
        }
        events.warning(KubeTypes.DEPLOYMENTS, deployment, CREATE_ERROR, message);
    }

    private void recordScaling(JsonObject deployment, JsonObject set, long before, long after) {
        if (before != after) {
            events.normal(
                    KubeTypes.DEPLOYMENTS,
                    deployment,
                    "ScalingReplicaSet",
                    "Scaled %s replica set %s from %d to %d"
                            .formatted(before < after ? "up" : "down", KubeObjects.name(set), before, after));
        }
    }

    private JsonObject progress(Rollout rollout, JsonObject deployment, String reason, String message, long nowNanos) {
        JsonObject condition =
                new DeploymentStatus(rollout, nowNanos).condition("Progressing", Conditions.TRUE, reason, message);
        JsonObject status = DeploymentStatus.with(deployment.object("status"), condition);
        JsonObject written = kube.update(
                KubeTypes.DEPLOYMENTS, key, "status", deployment.with("status", status), WriteOptions.PLAIN);
        deploymentWrites.wrote(key, written);
        return written;
    }

    /// Updates by the status sub-resource, like Kubernetes, so that the generation stays.
    private JsonObject writeDeployment(JsonObject deployment) {
        JsonObject written = kube.update(KubeTypes.DEPLOYMENTS, key, "status", deployment, WriteOptions.PLAIN);
        deploymentWrites.wrote(key, written);
        return written;
    }

    private JsonObject write(JsonObject set) {
        JsonObject written = kube.update(KubeTypes.REPLICA_SETS, KubeObjects.key(set), "", set, WriteOptions.PLAIN);
        setWrites.wrote(key, written);
        return written;
    }

    /// True if a set was created for another number of replicas than the current one.
    boolean isScaling(Rollout rollout) {
        return rollout.all().stream()
                .filter(set -> Rollout.replicas(set) > 0)
                .map(set -> set.text("metadata", "annotations", Revisions.DESIRED))
                .anyMatch(desired -> !desired.isEmpty() && Revisions.number(desired) != rollout.wanted());
    }

    /// Scales all sets in proportion to their size.
    Rollout scaleEvenly(Rollout rollout) {
        hasScaledOnly = true;
        List<JsonObject> active =
                rollout.all().stream().filter(set -> Rollout.replicas(set) > 0).toList();
        JsonObject current = rollout.current();
        if (active.size() <= 1) {
            JsonObject only = active.isEmpty() ? current : active.getFirst();
            return only == null ? rollout : scaled(rollout, only, rollout.wanted(), false);
        }
        Rollout after = rollout;
        boolean isCurrentFull = current != null
                && Rollout.replicas(current) == rollout.wanted()
                && Revisions.number(current.text("metadata", "annotations", Revisions.DESIRED)) == rollout.wanted()
                && Rollout.available(current) == rollout.wanted();
        if (isCurrentFull) {
            for (JsonObject set : rollout.activeOld()) {
                after = scaled(after, set, 0, false);
            }
            return after;
        }
        return rollout.isRecreate() ? rollout : inProportion(rollout, active);
    }

    private Rollout inProportion(Rollout rollout, List<JsonObject> active) {
        long allowed = rollout.wanted() == 0 ? 0 : rollout.wanted() + rollout.maxSurge();
        long toAdd = allowed - rollout.replicasAskedFor();
        Comparator<JsonObject> bySize = Comparator.comparingLong(set -> -Rollout.replicas(set));
        List<JsonObject> ranked = new ArrayList<>(active);
        ranked.sort(bySize.thenComparing(toAdd > 0 ? Rollout.OLDEST_FIRST.reversed() : Rollout.OLDEST_FIRST));
        long[] sizes = new long[ranked.size()];
        long added = 0;
        for (int i = 0; i < sizes.length; i++) {
            long share = toAdd == 0 ? 0 : share(rollout, ranked.get(i), toAdd, added);
            sizes[i] = Rollout.replicas(ranked.get(i)) + share;
            added += share;
        }
        sizes[0] = Math.max(0, sizes[0] + toAdd - added);
        Rollout after = rollout;
        for (int i = 0; i < sizes.length; i++) {
            after = scaled(after, ranked.get(i), sizes[i], true);
        }
        return after;
    }

    private static long share(Rollout rollout, JsonObject set, long toAdd, long added) {
        long size = Rollout.replicas(set);
        if (rollout.wanted() == 0) {
            return -size;
        }
        long before = Revisions.number(set.text("metadata", "annotations", Revisions.MAX));
        long now = rollout.wanted() + rollout.maxSurge();
        long share = Math.round((double) size * now / (before == 0 ? now : before)) - size;
        long left = toAdd - added;
        return toAdd > 0 ? Math.min(share, left) : Math.max(share, left);
    }

    Rollout grow(Rollout rollout) {
        JsonObject current = rollout.current();
        if (current == null) {
            return rollout;
        }
        long size = Rollout.replicas(current);
        long wanted = rollout.wanted();
        if (size < wanted && !rollout.isRecreate()) {
            long room = wanted + rollout.maxSurge() - rollout.replicasAskedFor();
            return scaled(rollout, current, size + Math.max(0, Math.min(room, wanted - size)), false);
        }
        return scaled(rollout, current, wanted, false);
    }

    /// Scales down the old sets as far as availability allows, unhealthy pods first.
    Rollout shrink(Rollout rollout) {
        JsonObject current = rollout.current();
        if (current == null || rollout.activeOld().isEmpty()) {
            return rollout;
        }
        long least = rollout.wanted() - rollout.maxUnavailable();
        long missing = Rollout.replicas(current) - Rollout.available(current);
        long most = rollout.replicasAskedFor() - least - missing;
        if (most <= 0) {
            return rollout;
        }
        Rollout after = rollout;
        long gone = 0;
        for (JsonObject set : rollout.activeOld()) {
            long broken = Rollout.replicas(set) - Rollout.available(set);
            long count = Math.min(most - gone, broken);
            if (count > 0) {
                after = scaled(after, set, Rollout.replicas(set) - count, false);
                gone += count;
            }
        }
        long spare = after.sum("availableReplicas") - least;
        for (JsonObject set : after.activeOld()) {
            long count = Math.min(Rollout.replicas(set), spare);
            if (count > 0) {
                after = scaled(after, set, Rollout.replicas(set) - count, false);
                spare -= count;
            }
        }
        return after;
    }

    Rollout stopOld(Rollout rollout) {
        Rollout after = rollout;
        for (JsonObject set : rollout.activeOld()) {
            after = scaled(after, set, 0, false);
        }
        return after;
    }

    private Rollout scaled(Rollout rollout, JsonObject set, long size, boolean isForced) {
        if (!isForced && Rollout.replicas(set) == size) {
            return rollout;
        }
        JsonObject annotations = Revisions.sized(set.object("metadata", "annotations"), rollout);
        JsonObject changed =
                set.withAt(Json.of(size), "spec", "replicas").withAt(annotations, "metadata", "annotations");
        if (changed.equals(set)) {
            return rollout;
        }
        JsonObject written = write(changed);
        recordScaling(rollout.deployment(), set, Rollout.replicas(set), size);
        return replaced(rollout, written);
    }

    private static Rollout replaced(Rollout rollout, JsonObject set) {
        JsonObject current = rollout.current();
        if (current != null && KubeObjects.uid(current).equals(KubeObjects.uid(set))) {
            return new Rollout(rollout.deployment(), set, rollout.old());
        }
        List<JsonObject> old = rollout.old().stream()
                .map(one -> KubeObjects.uid(one).equals(KubeObjects.uid(set)) ? set : one)
                .toList();
        return new Rollout(rollout.deployment(), current, old);
    }

    /// Deletes the oldest empty sets beyond `revisionHistoryLimit`.
    void clearUp(Rollout rollout) {
        DeploymentStatus status = new DeploymentStatus(rollout, 0);
        if (!status.isComplete(rollout.deployment().object("status"))) {
            return;
        }
        long kept = rollout.deployment().number(Integer.MAX_VALUE, "spec", "revisionHistoryLimit");
        List<JsonObject> alive = rollout.old().stream()
                .filter(set -> !KubeObjects.isTerminating(set))
                .sorted(Comparator.comparingLong(
                        set -> Revisions.number(set.text("metadata", "annotations", Revisions.REVISION))))
                .toList();
        for (int i = 0; i < alive.size() - kept; i++) {
            JsonObject set = alive.get(i);
            boolean isEmpty = Rollout.replicas(set) == 0
                    && set.number(0, "status", "replicas") == 0
                    && set.number(0, "metadata", "generation") <= set.number(0, "status", "observedGeneration");
            if (isEmpty) {
                kube.delete(KubeTypes.REPLICA_SETS, KubeObjects.key(set), DeleteOptions.PLAIN);
            }
        }
    }
}
