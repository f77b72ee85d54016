package dev.sluice.kube.cluster.controllers.replica;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.Counts;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.object.Owners;
import java.util.List;

/// Creates ReplicaSets of a Deployment, and maintains their annotations: revision, desired and maximum replicas.
final class Revisions {
    private static final String PREFIX = "deployment.kubernetes.io/";
    static final String REVISION = PREFIX + "revision";
    private static final String HISTORY = PREFIX + "revision-history";
    static final String DESIRED = PREFIX + "desired-replicas";
    static final String MAX = PREFIX + "max-replicas";
    private static final List<String> NOT_COPIED = List.of(
            "kubectl.kubernetes.io/last-applied-configuration",
            REVISION,
            HISTORY,
            DESIRED,
            MAX,
            "deprecated.deployment.rollback.to");

    private Revisions() {}

    /// Returns a new set for the Deployment's template.
    static JsonObject newSet(Rollout rollout, String revision) {
        JsonObject deployment = rollout.deployment();
        JsonObject template = deployment.object("spec", "template");
        String hash = TemplateHash.of(template, deployment.number(0, "status", "collisionCount"));
        JsonObject labelled = template.withAt(Json.of(hash), "metadata", "labels", Rollout.HASH);
        JsonObject selector = deployment.object("spec", "selector").withAt(Json.of(hash), "matchLabels", Rollout.HASH);
        long room = Math.max(0, rollout.wanted() + rollout.maxSurge() - rollout.replicasAskedFor());
        JsonObject spec = JsonObject.builder()
                .put("replicas", rollout.isRecreate() ? rollout.wanted() : Math.min(room, rollout.wanted()))
                .put("selector", selector)
                .put("template", labelled)
                .build();
        long minReady = deployment.number(0, "spec", "minReadySeconds");
        JsonObject metadata = JsonObject.builder()
                .put("name", KubeObjects.name(deployment) + "-" + hash)
                .put("labels", labelled.object("metadata", "labels"))
                .put("ownerReferences", JsonArray.of(Owners.controllerReference(KubeTypes.DEPLOYMENTS, deployment)))
                .build();
        JsonObject set = JsonObject.builder()
                .put("metadata", metadata)
                .put("spec", Counts.put(spec, "minReadySeconds", minReady))
                .build();
        return annotated(set, rollout, revision);
    }

    static JsonObject annotated(JsonObject set, Rollout rollout, String revision) {
        JsonObject annotations = set.object("metadata", "annotations");
        JsonObject theirs = rollout.deployment().object("metadata", "annotations");
        for (String name : theirs.names()) {
            if (!NOT_COPIED.contains(name)) {
                annotations = annotations.with(name, new JsonString(theirs.text(name)));
            }
        }
        String known = annotations.text(REVISION);
        if (number(known) < number(revision)) {
            if (!known.isEmpty()) {
                String history = annotations.text(HISTORY);
                annotations = annotations.with(HISTORY, history.isEmpty() ? known : history + "," + known);
            }
            annotations = annotations.with(REVISION, revision);
        }
        if (!annotations.has(DESIRED)) {
            annotations = sized(annotations, rollout);
        }
        return set.withAt(annotations, "metadata", "annotations");
    }

    static JsonObject sized(JsonObject annotations, Rollout rollout) {
        return annotations
                .with(DESIRED, Long.toString(rollout.wanted()))
                .with(MAX, Long.toString(rollout.wanted() + rollout.maxSurge()));
    }

    static long nextRevision(Rollout rollout) {
        return 1
                + rollout.old().stream()
                        .mapToLong(set -> number(set.text("metadata", "annotations", REVISION)))
                        .max()
                        .orElse(0);
    }

    static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
