package dev.sluice.kube.cluster.controllers.replica;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.cluster.work.Counts;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A Deployment and its ReplicaSets, as last seen.
///
/// @param current the set of the Deployment's template, if there is one
/// @param old the other sets
record Rollout(JsonObject deployment, @Nullable JsonObject current, List<JsonObject> old) {
    static final String HASH = "pod-template-hash";

    /// The order in which old sets are scaled down.
    static final Comparator<JsonObject> OLDEST_FIRST = Comparator.<JsonObject, String>comparing(
                    set -> set.text("metadata", "creationTimestamp"))
            .thenComparing(KubeObjects::name);

    static Rollout of(JsonObject deployment, List<JsonObject> sets) {
        JsonObject template = deployment.object("spec", "template");
        JsonObject current = sets.stream()
                .sorted(OLDEST_FIRST)
                .filter(set -> withoutHash(set.object("spec", "template")).equals(withoutHash(template)))
                .findFirst()
                .orElse(null);
        List<JsonObject> old = sets.stream()
                .filter(set -> !set.equals(current))
                .sorted(OLDEST_FIRST)
                .toList();
        return new Rollout(deployment, current, old);
    }

    private static JsonObject withoutHash(JsonObject template) {
        JsonObject labels = template.object("metadata", "labels").without(HASH);
        JsonObject metadata = template.object("metadata").without("creationTimestamp");
        return template.with(
                "metadata", labels.isEmpty() ? metadata.without("labels") : metadata.with("labels", labels));
    }

    long wanted() {
        return deployment.number(1, "spec", "replicas");
    }

    boolean isRecreate() {
        return deployment.text("spec", "strategy", "type").equals("Recreate");
    }

    long maxSurge() {
        return isRecreate()
                ? 0
                : Counts.of(deployment, wanted(), true, 0, "spec", "strategy", "rollingUpdate", "maxSurge");
    }

    /// At least one of maxSurge and maxUnavailable must be positive, or the roll-out could not progress.
    long maxUnavailable() {
        if (isRecreate() || wanted() == 0) {
            return 0;
        }
        long unavailable =
                Counts.of(deployment, wanted(), false, 0, "spec", "strategy", "rollingUpdate", "maxUnavailable");
        return Math.min(wanted(), maxSurge() == 0 && unavailable == 0 ? 1 : unavailable);
    }

    List<JsonObject> all() {
        JsonObject newest = current;
        if (newest == null) {
            return old;
        }
        List<JsonObject> all = new ArrayList<>(old);
        all.add(newest);
        return all;
    }

    List<JsonObject> activeOld() {
        return old.stream().filter(set -> replicas(set) > 0).toList();
    }

    long sum(String statusField) {
        return all().stream()
                .mapToLong(set -> set.number(0, "status", statusField))
                .sum();
    }

    long replicasAskedFor() {
        return all().stream().mapToLong(Rollout::replicas).sum();
    }

    static long replicas(JsonObject set) {
        return set.number(1, "spec", "replicas");
    }

    static long available(JsonObject set) {
        return set.number(0, "status", "availableReplicas");
    }
}
