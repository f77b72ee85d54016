package dev.sluice.cli.jobspec;

import dev.sluice.controller.intake.Admission;
import dev.sluice.controller.intake.IntakeOptions;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.intake.NotHonoured;
import dev.sluice.controller.intake.PodGroupName;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.StrictDecoding;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Translates Jobs and pods as a scheduler would that sees them on a cluster.
///
/// An API server in this process sets defaults and refuses what every cluster would refuse. Nothing is known of the
/// cluster: wall times of queues, and priority and runtime classes, are not in the file.
final class WorkloadTranslation {
    private static final String NAMESPACE = "default";

    /// Enough, as nothing watches.
    private static final int CHANGES_REMEMBERED = 1;

    private static final List<String> SERVERS_METADATA =
            List.of("uid", "resourceVersion", "generation", "creationTimestamp", "managedFields");

    /// The Job controller selects a Job's pods by these.
    private static final List<String> JOB_LABELS =
            List.of("batch.kubernetes.io/controller-uid", "controller-uid", "batch.kubernetes.io/job-name", "job-name");

    private final InProcessServer server = new InProcessServer(new VirtualClock(0), new Seeds(0), CHANGES_REMEMBERED);
    private final Schema schema = Schema.kubernetes();
    private final Admission admission = new Admission(IntakeOptions.DEFAULT);
    private final JobTranslation translation = new JobTranslation(Map.of());

    /// Returns the kind, namespace and name of an object.
    static String name(JsonObject object) {
        return "%s %s/%s".formatted(object.text("kind"), namespace(object), ownName(object));
    }

    private static String namespace(JsonObject object) {
        String named = object.text("metadata", "namespace");
        return named.isEmpty() ? NAMESPACE : named;
    }

    private static String ownName(JsonObject object) {
        String name = object.text("metadata", "name");
        return name.isEmpty() ? object.text("metadata", "generateName") : name;
    }

    /// Returns the jobspec of a Job or pod.
    ///
    /// @throws NotHonoured with the reason, if it is neither, not valid, or asks for what Sluice cannot do
    Jobspec translate(JsonObject object) {
        ResourceType type = type(object);
        JsonObject valid = valid(type, object);
        return type.equals(KubeTypes.JOBS)
                ? translation.translate(valid, 1, 0).jobspec()
                : translation.translatePod(valid, 1, 0).jobspec();
    }

    /// Returns the group of a pod; empty if it has none, or is no pod.
    static Optional<PodGroupName> group(JsonObject object) {
        return object.text("kind").equals("Pod")
                ? PodGroupName.of(object.withAt(Json.of(namespace(object)), "metadata", "namespace"))
                : Optional.empty();
    }

    /// Returns how many pods a PodGroup of the coscheduling plugin asks for; empty if the object is none.
    static OptionalInt members(JsonObject object) {
        boolean isPodGroup = object.text("kind").equals("PodGroup")
                && object.text("apiVersion").startsWith("scheduling.x-k8s.io/");
        return isPodGroup
                ? OptionalInt.of(Math.clamp(object.number(1, "spec", "minMember"), 1, JobTranslation.PODS_MAX))
                : OptionalInt.empty();
    }

    static ObjectKey key(JsonObject object) {
        return new ObjectKey(namespace(object), ownName(object));
    }

    /// Returns the jobspec of a group of pods.
    ///
    /// @param members how many its PodGroup asks for, if it has one
    /// @throws NotHonoured with the reason, if there are too few pods, or Sluice cannot do what they ask for
    Jobspec translateGroup(PodGroupName group, List<JsonObject> objects, @Nullable Integer members) {
        if (group.isOfCoscheduling() && members == null) {
            throw new NotHonoured("label %s (%s): there is no such PodGroup"
                    .formatted(group.label(), group.key().name()));
        }
        List<JsonObject> pods = new ArrayList<>();
        int size = members == null ? JobTranslation.groupSizeOf(objects.getFirst()) : members;
        for (JsonObject object : objects) {
            if (members == null && JobTranslation.groupSizeOf(object) != size) {
                throw JobTranslation.badGroupSize(Integer.toString(JobTranslation.groupSizeOf(object)));
            }
            pods.add(valid(KubeTypes.PODS, object));
        }
        if (pods.size() < size) {
            throw new NotHonoured("%d of %d pods of group %s are there"
                    .formatted(pods.size(), size, group.key().name()));
        }
        return translation.translateGroup(group, pods, size, 1, 0).jobspec();
    }

    private static ResourceType type(JsonObject object) {
        String kind = object.text("kind");
        ResourceType type = switch (kind) {
            case "Job" -> KubeTypes.JOBS;
            case "Pod" -> KubeTypes.PODS;
            default -> throw new NotHonoured("kind (" + kind + ") must be Job or Pod");
        };
        String version = object.text("apiVersion");
        if (!version.equals(type.apiVersion())) {
            throw new NotHonoured("apiVersion (%s) must be %s".formatted(version, type.apiVersion()));
        }
        return type;
    }

    private JsonObject valid(ResourceType type, JsonObject object) {
        JsonObject valid = defaulted(type, object);
        if (isLeftAlone(type, valid)) {
            throw new NotHonoured(
                    "Sluice leaves it alone: it has a node, an owner, a controller or a scheduler of its own");
        }
        return valid;
    }

    private JsonObject defaulted(ResourceType type, JsonObject object) {
        ObjectSchema known = schema.kind(type.apiVersion(), type.kind());
        if (known != null) {
            StrictDecoding.Findings findings = StrictDecoding.check(known, object, Set.of());
            if (findings.mismatch().isPresent()) {
                throw new NotHonoured(findings.mismatch().get());
            }
            if (!findings.strict().isEmpty()) {
                throw new NotHonoured(String.join(", ", findings.strict()));
            }
        }
        // Priority and runtime classes are objects of the cluster.
        JsonObject tried = asNew(object)
                .withAt(Json.of(NAMESPACE), "metadata", "namespace")
                .withoutAt("spec", "priorityClassName")
                .withoutAt("spec", "runtimeClassName");
        JsonObject created;
        try {
            created = server.kube()
                    .create(type, NAMESPACE, tried, new WriteOptions(true, "", WriteOptions.Validation.STRICT));
        } catch (ApiException e) {
            throw new NotHonoured(e.status().message());
        }
        return created.withAt(Json.of(namespace(object)), "metadata", "namespace")
                .withAt(Json.of(ownName(object)), "metadata", "name")
                .withoutAt("metadata", "uid");
    }

    /// Returns an object without what a server has added: it may come from `kubectl get`.
    private static JsonObject asNew(JsonObject object) {
        JsonObject fresh = object.without("status");
        for (String field : SERVERS_METADATA) {
            fresh = fresh.withoutAt("metadata", field);
        }
        if (object.text("kind").equals("Job") && !object.isTrue("spec", "manualSelector")) {
            fresh = fresh.withoutAt("spec", "selector");
            for (String label : JOB_LABELS) {
                fresh = fresh.withoutAt("spec", "template", "metadata", "labels", label);
            }
        }
        return fresh;
    }

    private boolean isLeftAlone(ResourceType type, JsonObject object) {
        JsonObject request = JsonObject.EMPTY
                .with("operation", "CREATE")
                .with("kind", JsonObject.EMPTY.with("kind", type.kind()))
                .with("object", object.withoutAt("metadata", "annotations"));
        return !admission
                .review(JsonObject.of("request", request))
                .object("response")
                .has("patch");
    }
}
