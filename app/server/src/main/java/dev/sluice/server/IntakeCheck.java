package dev.sluice.server;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Looks once, soon after the start, for what an operator has left out: intake of neither kind is installed, or
/// the checks would deny what this process writes. A step of a crank that may block.
///
/// It says nothing about what it may not read.
final class IntakeCheck implements Step {
    static final ResourceType POLICIES = policies("mutatingadmissionpolicies", "MutatingAdmissionPolicy");
    static final ResourceType CHECKS = policies("validatingadmissionpolicies", "ValidatingAdmissionPolicy");

    /// As in `deploy/intake-policy.yaml`.
    private static final String POLICY = "jobs.intake.sluice.dev";

    /// As in `deploy/intake-checks.yaml`.
    private static final List<String> CHECK_NAMES =
            List.of("users.checks.sluice.dev", "held-jobs.checks.sluice.dev", "held-pods.checks.sluice.dev");

    private static final String EXEMPTION = "is-not-sluice";

    private static final ResourceType REVIEWS =
            new ResourceType("authentication.k8s.io", "v1", "selfsubjectreviews", "SelfSubjectReview", false);

    static final String NO_INTAKE = "no intake is installed: there is neither a MutatingWebhookConfiguration "
            + WebhookTrust.CONFIGURATION + " nor a MutatingAdmissionPolicy " + POLICY
            + ". New Jobs and pods run past the queue. Apply deploy/intake-policy.yaml (Kubernetes 1.36 or newer) or"
            + " deploy/intake-webhook.yaml";

    /// A server that starts beside its manifests is not told of those that come a moment later.
    static final long WAIT_NANOS = 5 * Clock.NANOS_PER_SECOND;

    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final Kube kube;
    private final Timers timers;
    private final Consumer<String> warnings;
    private boolean isScheduled;
    private boolean isDue;

    /// @param warnings for operators
    IntakeCheck(Kube kube, Timers timers, Consumer<String> warnings) {
        this.kube = kube;
        this.timers = timers;
        this.warnings = warnings;
    }

    private static ResourceType policies(String plural, String kind) {
        return new ResourceType("admissionregistration.k8s.io", "v1", plural, kind, false);
    }

    @Override
    public String name() {
        return "intake check";
    }

    @Override
    public int work(long nowNanos) {
        if (!isScheduled) {
            isScheduled = true;
            timers.schedule(nowNanos + WAIT_NANOS, (_, _) -> isDue = true, 0);
            return 1;
        }
        if (!isDue) {
            return 0;
        }
        isDue = false;
        try {
            look().forEach(warnings);
        } catch (ApiException e) {
            // 403: it may not look. Other answers are passing.
            isScheduled = e.code() == FORBIDDEN;
        } catch (UncheckedIOException _) {
            isScheduled = false;
        }
        return 1;
    }

    private List<String> look() {
        List<String> found = new ArrayList<>();
        boolean isThere = read(KubeTypes.MUTATING_WEBHOOKS, WebhookTrust.CONFIGURATION)
                .or(() -> read(POLICIES, POLICY))
                .isPresent();
        if (!isThere) {
            found.add(NO_INTAKE);
        }
        List<JsonObject> checks = CHECK_NAMES.stream()
                .flatMap(name -> read(CHECKS, name).stream())
                .toList();
        if (!checks.isEmpty()) {
            String user = user();
            List<String> denying = checks.stream()
                    .filter(check -> !exempts(check, user))
                    .map(KubeObjects::name)
                    .toList();
            if (!denying.isEmpty()) {
                found.add(denies(denying, user));
            }
        }
        return found;
    }

    static String denies(List<String> checks, String user) {
        return "the checks deny what this process writes: the match condition " + EXEMPTION
                + " of ValidatingAdmissionPolicy " + String.join(", ", checks) + " does not name the user (" + user
                + "). Run sluice serve as the ServiceAccount of deploy/rbac.yaml, or name that user in"
                + " deploy/intake-checks.yaml";
    }

    private Optional<JsonObject> read(ResourceType type, String name) {
        try {
            return Optional.of(kube.get(type, new ObjectKey("", name)));
        } catch (ApiException e) {
            // A server may not have the kind either.
            if (e.code() == NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Returns the name under which the API server knows this process.
    private String user() {
        JsonObject review = JsonObject.of("metadata", JsonObject.EMPTY);
        return kube.create(REVIEWS, "", review, WriteOptions.PLAIN).text("status", "userInfo", "username");
    }

    private static boolean exempts(JsonObject check, String user) {
        for (Json each : check.array("spec", "matchConditions")) {
            if (each instanceof JsonObject condition && condition.text("name").equals(EXEMPTION)) {
                return condition.text("expression").contains("'" + user + "'");
            }
        }
        // Someone has written other conditions, which are not ours to judge.
        return true;
    }
}
