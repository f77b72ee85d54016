package dev.sluice.controller.intake;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.queue.QueuePriority;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/// Answers admission reviews: what a managed object gets when it is created.
///
/// | object | gets |
/// |---|---|
/// | Job | `suspend: true`, a path, `podReplacementPolicy: Failed`, queue, user, a hold if it was created suspended |
/// | pod | a gate, a path, queue, user |
/// | Deployment, StatefulSet, CronJob | user |
///
/// Annotations that Sluice writes later are removed: the object was copied from one that has run.
///
/// The API server calls for objects that have opted in only; the selectors are in the webhook's configuration. The
/// answer depends on the request alone, and an object that has been here gets no patch.
///
/// The policy in `deploy/intake-policy.yaml` has the same rules in CEL; a test on a real API server compares both.
public final class Admission {
    /// The value of the annotation `hold` of Jobs that were created suspended.
    public static final String CREATED_SUSPENDED = "created suspended by its user";

    /// What Sluice writes. A new object has it only if it was copied from another one.
    private static final List<String> WRITTEN = Stream.concat(
                    SluiceNames.OF_ATTEMPTS.stream(), Stream.of(SluiceNames.REFUSED))
            .toList();

    /// The value of the annotation that keeps `podReplacementPolicy`.
    private static final String YES = "true";

    private static final String METADATA = "metadata";
    private static final String ANNOTATIONS = "annotations";
    private static final String LABELS = "labels";
    private static final String SPEC = "spec";
    private static final String TEMPLATE = "template";
    private static final String SCHEDULER_NAME = "schedulerName";
    private static final String GATES = "schedulingGates";
    private static final String DEFAULT_SCHEDULER = "default-scheduler";

    private final IntakeOptions options;

    public Admission(IntakeOptions options) {
        this.options = options;
    }

    /// Returns the `AdmissionReview` with the response to one with a request.
    public JsonObject review(JsonObject review) {
        JsonObject request = review.object("request");
        return JsonObject.EMPTY
                .with("apiVersion", "admission.k8s.io/v1")
                .with("kind", "AdmissionReview")
                .with("response", response(request).with("uid", request.text("uid")));
    }

    private JsonObject response(JsonObject request) {
        JsonObject object = request.object("object");
        if (!request.text("operation").equals("CREATE")
                || !request.text("subResource").isEmpty()
                || options.excludedNamespaces().contains(request.text("namespace"))) {
            return allowed(JsonArray.EMPTY);
        }
        String user = request.text("userInfo", "username");
        String named = object.text(METADATA, ANNOTATIONS, SluiceNames.USER);
        if (!named.isEmpty() && !named.equals(user) && !options.isController(user)) {
            return refused("annotation %s (%s) must be the name of the user who creates the object (%s); remove it"
                    .formatted(SluiceNames.USER, named, user));
        }
        return allowed(patch(request.text("kind", "kind"), object, user));
    }

    private static JsonObject allowed(JsonArray patch) {
        JsonObject response = JsonObject.of("allowed", Json.of(true));
        byte[] text = patch.toString().getBytes(StandardCharsets.UTF_8);
        return patch.isEmpty()
                ? response
                : response.with("patchType", "JSONPatch")
                        .with("patch", Base64.getEncoder().encodeToString(text));
    }

    private static JsonObject refused(String why) {
        return JsonObject.of("allowed", Json.of(false))
                .with(
                        "status",
                        JsonObject.EMPTY
                                .with("code", Json.of(403))
                                .with("reason", "Forbidden")
                                .with("message", why));
    }

    /// Returns the JSON patch of an object that is created; empty if it stays as it is.
    ///
    /// @param user the name of the requester
    JsonArray patch(String kind, JsonObject object, String user) {
        PatchDraft patch = new PatchDraft(object);
        switch (kind) {
            case "Job" -> {
                if (!LeftAlone.job(object)) {
                    job(patch, object, user);
                }
            }
            case "Pod" -> {
                if (!LeftAlone.pod(object)) {
                    queue(patch, object);
                    user(patch, user);
                    removeWritten(patch);
                    pod(patch, object.object(SPEC));
                }
            }
            case "Deployment", "StatefulSet", "CronJob" -> user(patch, user);
            default -> {}
        }
        return patch.operations();
    }

    private void job(PatchDraft patch, JsonObject job, String user) {
        boolean isHeld = job.isTrue(SPEC, "suspend")
                && !job.object(METADATA, ANNOTATIONS).has(SluiceNames.HOLD)
                && !hasBeenHere(job, user);
        queue(patch, job);
        user(patch, user);
        removeWritten(patch);
        if (isHeld) {
            patch.set(Json.of(CREATED_SUSPENDED), METADATA, ANNOTATIONS, SluiceNames.HOLD);
        }
        patch.set(Json.of(true), SPEC, "suspend");
        if (!keepsReplacementPolicy(job)) {
            patch.set(Json.of("Failed"), SPEC, "podReplacementPolicy");
        }
        template(patch, job.object(SPEC, TEMPLATE, SPEC));
    }

    static boolean keepsReplacementPolicy(JsonObject job) {
        return job.text(METADATA, ANNOTATIONS, SluiceNames.KEEP_REPLACEMENT_POLICY)
                .equals(YES);
    }

    /// Whether intake has suspended the Job, in an earlier call for the same request. A Job that a user writes with
    /// all of this is not held.
    private boolean hasBeenHere(JsonObject job, String user) {
        JsonObject spec = job.object(SPEC, TEMPLATE, SPEC);
        return !job.text(METADATA, LABELS, SluiceNames.QUEUE).isEmpty()
                && (options.isController(user)
                        || job.text(METADATA, ANNOTATIONS, SluiceNames.USER).equals(user))
                && (spec.text(SCHEDULER_NAME).equals(SluiceNames.SCHEDULER) || Gates.isGated(spec));
    }

    private static void queue(PatchDraft patch, JsonObject object) {
        if (object.text(METADATA, LABELS, SluiceNames.QUEUE).isEmpty()) {
            patch.set(Json.of(QueuePriority.DEFAULT_QUEUE), METADATA, LABELS, SluiceNames.QUEUE);
        }
    }

    /// What a controller makes belongs to the user of its owner, whatever its template says.
    private void user(PatchDraft patch, String user) {
        if (options.isController(user)) {
            patch.remove(METADATA, ANNOTATIONS, SluiceNames.USER);
        } else {
            patch.set(Json.of(user), METADATA, ANNOTATIONS, SluiceNames.USER);
        }
    }

    private static void removeWritten(PatchDraft patch) {
        WRITTEN.forEach(name -> patch.remove(METADATA, ANNOTATIONS, name));
    }

    /// A pod is gated on either path: unlike a Job it cannot be suspended.
    private static void pod(PatchDraft patch, JsonObject spec) {
        JsonObject others = Gates.isGated(spec) ? spec.with(GATES, Gates.others(spec)) : spec;
        scheduler(patch, PlacementPath.of(others), SPEC);
        gate(patch, spec, SPEC);
    }

    /// The pods of a Job are gated only if the default scheduler places them: Sluice binds its own once they exist.
    private static void template(PatchDraft patch, JsonObject spec) {
        PlacementPath path = PlacementPath.of(spec);
        scheduler(patch, path, SPEC, TEMPLATE, SPEC);
        if (path == PlacementPath.GATE) {
            gate(patch, spec, SPEC, TEMPLATE, SPEC);
        }
    }

    private static void scheduler(PatchDraft patch, PlacementPath path, String... at) {
        String name = switch (path) {
            case BINDING -> SluiceNames.SCHEDULER;
            case GATE -> DEFAULT_SCHEDULER;
        };
        patch.set(Json.of(name), below(at, SCHEDULER_NAME));
    }

    /// @param at the pod's spec in the object
    private static void gate(PatchDraft patch, JsonObject spec, String... at) {
        if (!Gates.isGated(spec)) {
            patch.append(JsonObject.EMPTY.with("name", SluiceNames.GATE), below(at, GATES));
        }
    }

    private static String[] below(String[] path, String field) {
        String[] longer = Arrays.copyOf(path, path.length + 1);
        longer[path.length] = field;
        return longer;
    }
}
