package dev.sluice.controller.release;

import dev.sluice.controller.intake.Adoption;
import dev.sluice.controller.intake.Deadline;
import dev.sluice.controller.intake.Gates;
import dev.sluice.controller.intake.LeftAlone;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.request.NodeRoom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// Lets all managed work go: no intake any more, held Jobs are unsuspended, gates removed, and pods that name our
/// scheduler are bound to the first node on which they fit.
///
/// To be called again and again, as pods appear and end, until nothing is left to do. No scheduler of ours may run
/// meanwhile. Every write may be repeated.
///
/// A write that the server refuses holds up no other object; it is tried again in the next round. Deleted policies
/// refuse for some seconds more.
///
/// A Job that runs keeps the scheduler and the gate of its template, which cannot be changed any more: it needs us
/// until it ends. A pod that no Job owns needs us until it is bound, as its replacement has the default scheduler.
public final class ReleaseAll {
    private static final WriteOptions OPTIONS =
            new WriteOptions(false, SluiceNames.SCHEDULER, WriteOptions.Validation.IGNORE);

    private static final String METADATA = "metadata";
    private static final String SPEC = "spec";
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final String ADMISSION = "admissionregistration.k8s.io";

    /// The objects of `deploy/` by which work is held, with the kinds that have them.
    private static final List<ResourceType> INTAKE = List.of(
            KubeTypes.MUTATING_WEBHOOKS,
            policy("mutatingadmissionpolicybindings", "MutatingAdmissionPolicyBinding"),
            policy("mutatingadmissionpolicies", "MutatingAdmissionPolicy"),
            policy("validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding"),
            policy("validatingadmissionpolicies", "ValidatingAdmissionPolicy"));

    private static final String OUR_SUFFIX = "sluice.dev";

    private final Kube kube;

    /// Why the server refused, in this round, by the object.
    private final Map<String, String> refused = new LinkedHashMap<>();

    /// What one round did.
    ///
    /// @param intake how many webhooks and policies were deleted
    /// @param jobs how many Jobs were unsuspended
    /// @param pods how many gates were removed
    /// @param bound how many pods were bound
    /// @param waiting how many pods wait for room on a node
    /// @param unfinished how many pods are not placed, and how many Jobs that have not ended may make such pods
    /// @param held how many of these the server did not let go
    /// @param refused the objects that the server refused to change or delete, with its reasons
    public record Round(
            int intake, int jobs, int pods, int bound, int waiting, int unfinished, int held, List<String> refused) {
        public Round {
            refused = List.copyOf(refused);
        }

        public boolean isLast() {
            return unfinished == 0 && hasDoneNothing() && refused.isEmpty();
        }

        /// Returns whether only what the server refused is left.
        public boolean isRefused() {
            return unfinished == held && hasDoneNothing() && !refused.isEmpty();
        }

        private boolean hasDoneNothing() {
            return intake + jobs + pods + bound == 0;
        }
    }

    public ReleaseAll(Kube kube) {
        this.kube = kube;
    }

    private static ResourceType policy(String plural, String kind) {
        return new ResourceType(ADMISSION, "v1", plural, kind, false);
    }

    /// Does what can be done now.
    ///
    /// @throws ApiException if the server does not list Jobs, pods or nodes
    public Round round() {
        refused.clear();
        int intake = deleteIntake();
        int refusedIntake = refused.size();
        int jobs = 0;
        int unfinished = 0;
        for (JsonObject json : kube.list(KubeTypes.JOBS, "", ListOptions.ALL).items()) {
            Job job = new Job(json);
            if (needsUs(json.object("spec", "template", "spec")) && isReleased(json, job)) {
                unfinished++;
                jobs += job.isSuspended() && release(json) ? 1 : 0;
            }
        }
        List<JsonObject> pods = kube.list(KubeTypes.PODS, "", ListOptions.ALL).items();
        Map<String, NodeRoom> rooms = rooms(pods);
        int ungated = 0;
        int bound = 0;
        int waiting = 0;
        for (JsonObject json : pods) {
            Pod pod = new Pod(json);
            if (!pod.isActive() || pod.isTerminal()) {
                continue;
            }
            if (pod.isPlaced() || !needsUs(json.object("spec"))) {
                continue;
            }
            unfinished++;
            if (Gates.isGated(json.object("spec"))) {
                ungated += ungate(json) ? 1 : 0;
            } else {
                Optional<String> node = firstFit(json, rooms);
                waiting += node.isEmpty() ? 1 : 0;
                if (node.isPresent() && bind(json, node.get())) {
                    Objects.requireNonNull(rooms.get(node.get())).add(json);
                    bound++;
                }
            }
        }
        List<String> reasons = refused.entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue())
                .toList();
        int held = refused.size() - refusedIntake;
        return new Round(intake, jobs, ungated, bound, waiting, unfinished, held, reasons);
    }

    private int deleteIntake() {
        int deleted = 0;
        for (ResourceType type : INTAKE) {
            List<JsonObject> found = new ArrayList<>();
            if (!succeeds(type.plural(), () -> found.addAll(existing(type)))) {
                continue;
            }
            for (JsonObject each : found) {
                if (KubeObjects.name(each).endsWith(OUR_SUFFIX) && delete(type, KubeObjects.key(each))) {
                    deleted++;
                }
            }
        }
        return deleted;
    }

    /// A server may not have the kind.
    private List<JsonObject> existing(ResourceType type) {
        try {
            return kube.list(type, "", ListOptions.ALL).items();
        } catch (ApiException e) {
            if (e.code() == NOT_FOUND) {
                return List.of();
            }
            throw e;
        }
    }

    private boolean delete(ResourceType type, ObjectKey key) {
        return succeeds(nameOf(type, key), () -> kube.delete(type, key, DeleteOptions.PLAIN));
    }

    /// Returns whether pods with this spec wait until we bind them or remove their gate.
    private static boolean needsUs(JsonObject podSpec) {
        return Adoption.hasPath(podSpec);
    }

    /// Returns whether a Job has pods, or gets them when it is unsuspended. One that another controller has suspended
    /// is not ours to let go.
    private static boolean isReleased(JsonObject json, Job job) {
        boolean isOver = job.isFinished() || KubeObjects.isTerminating(json);
        return !isOver && !(job.isSuspended() && LeftAlone.job(json));
    }

    /// Returns the owners of pods whose templates name our scheduler or gate. Their users wrote that: intake changes
    /// pods only. Nothing will place the pods that they make once we are gone.
    public List<String> templates() {
        List<String> found = new ArrayList<>();
        for (ResourceType type : List.of(KubeTypes.DEPLOYMENTS, KubeTypes.STATEFUL_SETS, KubeTypes.CRON_JOBS)) {
            for (JsonObject each : existing(type)) {
                JsonObject spec = type.equals(KubeTypes.CRON_JOBS)
                        ? each.object("spec", "jobTemplate", "spec")
                        : each.object("spec");
                if (needsUs(spec.object("template", "spec"))) {
                    found.add(type.kind() + " " + KubeObjects.key(each));
                }
            }
        }
        return found;
    }

    private static Json otherGates(JsonObject podSpec) {
        JsonArray others = Gates.others(podSpec);
        return others.isEmpty() ? JsonNull.NULL : others;
    }

    /// Removes the gate of the Job's template and unsuspends it. Gates change while a Job is suspended only, and
    /// before Kubernetes 1.35 not any more once it has run. Where the server refuses, the gates of its pods are
    /// removed later.
    private boolean release(JsonObject job) {
        JsonObject podSpec = job.object("spec", "template", "spec");
        if (Gates.isGated(podSpec)) {
            JsonObject template = JsonObject.of(
                    "template", JsonObject.of("spec", JsonObject.of("schedulingGates", otherGates(podSpec))));
            if (!patch(KubeTypes.JOBS, job, template)) {
                refused.remove(nameOf(KubeTypes.JOBS, KubeObjects.key(job)));
            }
        }
        // The deadline of an attempt that is over is not the next one's.
        JsonObject deadline = Deadline.restored(job);
        return patch(
                KubeTypes.JOBS,
                job,
                deadline.object(METADATA),
                deadline.object(SPEC).with("suspend", Json.of(false)));
    }

    private boolean ungate(JsonObject pod) {
        return patch(KubeTypes.PODS, pod, JsonObject.of("schedulingGates", otherGates(pod.object("spec"))));
    }

    private boolean patch(ResourceType type, JsonObject object, JsonObject spec) {
        return patch(type, object, JsonObject.EMPTY, spec);
    }

    private boolean patch(ResourceType type, JsonObject object, JsonObject metadata, JsonObject spec) {
        JsonObject body = JsonObject.of(METADATA, metadata.with("uid", KubeObjects.uid(object)))
                .with(SPEC, spec);
        ObjectKey key = KubeObjects.key(object);
        return succeeds(nameOf(type, key), () -> kube.patch(type, key, "", Patch.merge(body), OPTIONS));
    }

    private Map<String, NodeRoom> rooms(List<JsonObject> pods) {
        Map<String, NodeRoom> rooms = new TreeMap<>();
        List<JsonObject> nodes =
                new ArrayList<>(kube.list(KubeTypes.NODES, "", ListOptions.ALL).items());
        nodes.sort(Comparator.comparing(KubeObjects::name));
        nodes.forEach(node -> rooms.put(KubeObjects.name(node), new NodeRoom(node)));
        for (JsonObject pod : pods) {
            NodeRoom room = rooms.get(new Pod(pod).nodeName());
            if (room != null) {
                room.add(pod);
            }
        }
        return rooms;
    }

    private static Optional<String> firstFit(JsonObject pod, Map<String, NodeRoom> rooms) {
        return rooms.entrySet().stream()
                .filter(each -> each.getValue().fits(pod))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private boolean bind(JsonObject pod, String node) {
        ObjectKey key = KubeObjects.key(pod);
        JsonObject binding = JsonObject.EMPTY
                .with("apiVersion", "v1")
                .with("kind", "Binding")
                .with("metadata", JsonObject.EMPTY.with("name", key.name()).with("uid", KubeObjects.uid(pod)))
                .with("target", JsonObject.EMPTY.with("kind", "Node").with("name", node));
        return succeeds(nameOf(KubeTypes.PODS, key), () -> kube.act(KubeTypes.PODS, key, "binding", binding, OPTIONS));
    }

    private static String nameOf(ResourceType type, ObjectKey key) {
        return type.kind() + " " + (type.namespaced() ? key : key.name());
    }

    /// Notes why the server refused. What is gone, or has changed meanwhile, is looked at again in the next round.
    private boolean succeeds(String object, Runnable write) {
        try {
            write.run();
            return true;
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND && e.code() != CONFLICT) {
                refused.put(object, e.getMessage());
            }
            return false;
        }
    }
}
