package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.intake.Admission;
import dev.sluice.controller.intake.IntakeOptions;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.patch.JsonPatch;
import dev.sluice.server.InstalledIntake.Installation;
import dev.sluice.server.IntakeRow.Outcome;
import dev.sluice.server.RealServer.Answer;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The webhook and the policies on a real API server: the same objects, and those that `Admission` says.
///
/// All rows of the table are created four times: without intake; with the webhook; with the policies of the manifest;
/// with the same policies under `failurePolicy: Fail`, as `Ignore` would hide an error in an expression.
@RealKubernetes(nodes = 1, without = Component.SCHEDULER)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IntakeIT {
    private static final String UID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

    /// The server shows them on a Job that has no labels of its own.
    private static final List<String> JOB_LABELS =
            List.of("batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name", "controller-uid", "job-name");

    private static final JsonObject GATE = IntakeRow.json("{'name':'sluice.dev/queued'}");
    private static final String TEMPLATE_USER = "'annotations':{'sluice.dev/user':'bob'}";

    private final Admission admission = new Admission(IntakeOptions.DEFAULT);
    private final Map<String, Run> runs = new LinkedHashMap<>();

    /// What a server has answered in one set-up.
    ///
    /// @param created by the row
    /// @param made the pods that controllers have made, by their owner
    private record Run(Map<IntakeRow, Answer> created, Map<String, JsonObject> made) {}

    @BeforeAll
    void create(ControlPlane controlPlane) {
        try (RealServer server = new RealServer(controlPlane)) {
            server.kubectl().apply("""
                    {"apiVersion":"node.k8s.io/v1","kind":"RuntimeClass","metadata":{"name":"sandbox"},"handler":"x"}
                    """);
            run(server, "plain");
            InstalledIntake intake = new InstalledIntake(server, "lab-plain", "other-plain");
            try (Installation _ = intake.checks()) {
                try (Installation _ = intake.webhook(controlPlane)) {
                    run(server, "webhook");
                }
                for (String failurePolicy : List.of("Ignore", "Fail")) {
                    try (Installation _ = intake.policies(failurePolicy)) {
                        run(server, failurePolicy.toLowerCase(Locale.ROOT));
                    }
                }
            }
        }
    }

    private void run(RealServer server, String name) {
        String lab = "lab-" + name;
        server.namespace(lab, "sluice.dev/managed=true");
        server.namespace("other-" + name);
        Map<IntakeRow, Answer> created = new LinkedHashMap<>();
        for (IntakeRow row : IntakeRow.table()) {
            // Objects of the system are created on trial, as it has one namespace for all runs.
            created.put(
                    row,
                    row.namespace().equals(IntakeRow.SYSTEM)
                            ? server.dryRun(row.user(), row.namespace(), row.object())
                            : server.create(row.user(), row.namespace() + "-" + name, row.object()));
        }
        runs.put(name, new Run(created, made(server, lab)));
    }

    /// Lets controllers make pods, and returns one of each.
    private static Map<String, JsonObject> made(RealServer server, String lab) {
        Map<String, JsonObject> made = new LinkedHashMap<>();
        for (String kind : List.of("Deployment", "StatefulSet", "DaemonSet")) {
            String app = "made-by-" + kind.toLowerCase(Locale.ROOT);
            String text = IntakeRow.workload(kind, "", TEMPLATE_USER).toString().replace("\"web\"", "\"" + app + "\"");
            server.create(RealServer.ALICE, lab, IntakeRow.json(text));
            made.put(kind, firstPod(server, lab, "app=" + app));
        }
        JsonObject job = IntakeRow.job("", "", "").withAt(Json.of("released"), "metadata", "name");
        server.create(RealServer.ALICE, lab, job);
        server.patch(RealServer.SLUICE, "Job", lab, "released", "{'spec':{'suspend':false}}");
        made.put("Job", firstPod(server, lab, "job-name=released"));
        return made;
    }

    private static JsonObject firstPod(RealServer server, String namespace, String selector) {
        List<JsonObject> found = new ArrayList<>();
        server.await("a pod with " + selector, () -> {
            found.addAll(server.list("Pod", namespace, selector));
            return !found.isEmpty();
        });
        return found.getFirst();
    }

    static List<IntakeRow> table() {
        return IntakeRow.table();
    }

    private Run run(String name) {
        return Objects.requireNonNull(runs.get(name), name);
    }

    private Answer answer(String run, IntakeRow row) {
        return Objects.requireNonNull(run(run).created().get(row), row.what());
    }

    private JsonObject made(String run, String owner) {
        return comparable(Objects.requireNonNull(run(run).made().get(owner), owner));
    }

    @ParameterizedTest
    @MethodSource("table")
    void webhookAndPoliciesGiveTheSameObject(IntakeRow row) {
        if (row.outcome() == Outcome.REFUSED) {
            for (String run : List.of("webhook", "ignore", "fail")) {
                assertThat(answer(run, row).code()).as(run).isEqualTo(403);
                assertThat(answer(run, row).message())
                        .as(run)
                        .endsWith("annotation sluice.dev/user (bob) must be the name of the user who creates the object"
                                + " (alice); remove it");
            }
            return;
        }
        JsonObject byWebhook = comparable(answer("webhook", row));

        assertThat(comparable(answer("ignore", row))).isEqualTo(byWebhook);
        assertThat(comparable(answer("fail", row))).isEqualTo(byWebhook);
    }

    @ParameterizedTest
    @MethodSource("table")
    void theObjectIsWhatTheTableAndAdmissionSay(IntakeRow row) {
        if (row.outcome() == Outcome.REFUSED) {
            assertThat(review(row, row.object()).isTrue("allowed")).isFalse();
            return;
        }
        JsonObject plain = answer("plain", row).body();
        boolean isCalled = row.namespace().equals(IntakeRow.LAB)
                || row.object().object("metadata", "labels").has("sluice.dev/queue");
        JsonObject said = isCalled ? admitted(row, plain) : plain;
        JsonObject object = comparable(answer("webhook", row));

        assertThat(object).isEqualTo(comparable(said));
        mustBeAsTheTableSays(row, object, comparable(plain));
    }

    private static void mustBeAsTheTableSays(IntakeRow row, JsonObject object, JsonObject plain) {
        switch (row.outcome()) {
            case UNTOUCHED -> assertThat(object).isEqualTo(plain);
            case OWNER -> {
                assertThat(object.object("spec")).isEqualTo(plain.object("spec"));
                assertThat(user(object)).isEqualTo(userOf(row));
            }
            case BOUND -> {
                mustBeHeld(row, object);
                assertThat(podSpec(object).text("schedulerName")).isEqualTo("sluice");
                // A Job is held by its suspension, a pod by a gate.
                assertThat(podSpec(object).array("schedulingGates").toList())
                        .isEqualTo(object.text("kind").equals("Job") ? List.of() : List.of(GATE));
            }
            case GATED -> {
                mustBeHeld(row, object);
                assertThat(podSpec(object).text("schedulerName")).isEqualTo("default-scheduler");
                assertThat(podSpec(object).array("schedulingGates").toList()).containsOnlyOnce(GATE);
            }
            case REFUSED -> throw new AssertionError(row + " is created");
        }
    }

    private static void mustBeHeld(IntakeRow row, JsonObject object) {
        assertThat(user(object)).isEqualTo(userOf(row));
        assertThat(object.text("metadata", "labels", "sluice.dev/queue")).isIn("default", "gpu");
        if (object.text("kind").equals("Job")) {
            boolean isKept =
                    row.object().object("metadata", "annotations").has("sluice.dev/keep-pod-replacement-policy");
            assertThat(object.isTrue("spec", "suspend")).isTrue();
            assertThat(object.text("spec", "podReplacementPolicy"))
                    .isEqualTo(isKept ? "TerminatingOrFailed" : "Failed");
        }
    }

    private static JsonObject podSpec(JsonObject object) {
        return object.text("kind").equals("Pod") ? object.object("spec") : object.object("spec", "template", "spec");
    }

    private static String user(JsonObject object) {
        return object.text("metadata", "annotations", "sluice.dev/user");
    }

    /// What a controller makes has no user of its own.
    private static String userOf(IntakeRow row) {
        return row.user().equals(RealServer.ALICE) ? RealServer.ALICE : "";
    }

    @Test
    void onlyAJobThatItsUserSuspendedGetsAHold() {
        Map<String, String> holds = new LinkedHashMap<>();
        run("webhook").created().forEach((row, answer) -> {
            String hold = answer.body().text("metadata", "annotations", "sluice.dev/hold");
            if (!hold.isEmpty()) {
                holds.put(row.what(), hold);
            }
        });

        assertThat(holds)
                .containsOnly(
                        Map.entry("a Job that its user suspended", Admission.CREATED_SUSPENDED),
                        Map.entry("a suspended Job with a reason", "wait for data"),
                        Map.entry("a suspended Job of a CronJob", Admission.CREATED_SUSPENDED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deployment", "StatefulSet", "DaemonSet", "Job"})
    void podsThatControllersMakeAreTheSame(String owner) {
        JsonObject byWebhook = made("webhook", owner);

        assertThat(made("ignore", owner)).isEqualTo(byWebhook);
        assertThat(made("fail", owner)).isEqualTo(byWebhook);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deployment", "StatefulSet"})
    void podsOfServicesAreHeldAndNameNoUser(String owner) {
        JsonObject pod = made("webhook", owner);

        assertThat(user(made("plain", owner))).isEqualTo("bob");
        assertThat(user(pod)).isEmpty();
        assertThat(pod.text("spec", "schedulerName")).isEqualTo("sluice");
        assertThat(pod.array("spec", "schedulingGates").toList()).isEqualTo(List.of(GATE));
        assertThat(pod.text("metadata", "labels", "sluice.dev/queue")).isEqualTo("default");
    }

    @Test
    void podsOfDaemonSetsAreLeftAlone() {
        assertThat(made("webhook", "DaemonSet")).isEqualTo(made("plain", "DaemonSet"));
    }

    @Test
    void podsOfAJobHaveTheSchedulerOfItsTemplateAndNothingMore() {
        JsonObject plain = made("plain", "Job");

        assertThat(made("webhook", "Job")).isEqualTo(plain.withAt(Json.of("sluice"), "spec", "schedulerName"));
    }

    private JsonObject admitted(IntakeRow row, JsonObject object) {
        JsonObject response = review(row, object);
        String patch = response.text("patch");
        return patch.isEmpty()
                ? object
                : (JsonObject) JsonPatch.apply(
                        object, JsonText.read(new String(Base64.getDecoder().decode(patch), StandardCharsets.UTF_8)));
    }

    private JsonObject review(IntakeRow row, JsonObject object) {
        JsonObject request = JsonObject.EMPTY
                .with("uid", "1")
                .with("operation", "CREATE")
                .with("namespace", row.namespace())
                .with("kind", JsonObject.EMPTY.with("kind", row.object().text("kind")))
                .with("userInfo", JsonObject.EMPTY.with("username", row.user()))
                .with("object", object);
        return admission.review(JsonObject.of("request", request)).object("response");
    }

    /// Returns an object without what the server adds, and without what is different in each run.
    private static JsonObject comparable(Answer answer) {
        assertThat(answer.isCreated()).as(answer.body().toString()).isTrue();
        return comparable(answer.body());
    }

    private static JsonObject comparable(JsonObject object) {
        JsonObject metadata = object.object("metadata");
        for (String own : List.of("uid", "resourceVersion", "creationTimestamp", "managedFields", "namespace")) {
            metadata = metadata.without(own);
        }
        JsonObject labels = metadata.object("labels");
        for (String own : JOB_LABELS) {
            labels = labels.without(own);
        }
        metadata = orNothing(metadata.with("labels", labels), "labels");
        metadata = orNothing(metadata, "annotations");
        String text = object.with("metadata", metadata).without("status").toString();
        String name = metadata.has("generateName") ? metadata.text("name") : "(none)";
        return (JsonObject) JsonText.read(text.replace(name, "(made up)")
                .replaceAll(UID, "(uid)")
                .replaceAll("kube-api-access-[a-z0-9]{5}", "kube-api-access"));
    }

    /// The server drops empty maps.
    private static JsonObject orNothing(JsonObject metadata, String field) {
        return metadata.object(field).isEmpty() ? metadata.without(field) : metadata;
    }
}
