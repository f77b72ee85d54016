package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.server.InstalledIntake.Installation;
import dev.sluice.server.RealServer.Answer;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The validating policies on a real API server: what users may not change on managed objects.
@RealKubernetes(nodes = 1, without = Component.SCHEDULER)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IntakeChecksIT {
    private static final String ALICE = RealServer.ALICE;
    private static final String LAB = "checked";
    private static final String OTHER = "unchecked";
    private static final String CLAIMED = "'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'data'}}]";
    private static final String RELEASE = "{'spec':{'suspend':false}}";

    private RealServer server;
    private Installation checks;
    private Installation policies;
    private int objects;

    @BeforeAll
    void install(ControlPlane controlPlane) {
        server = new RealServer(controlPlane);
        server.namespace(LAB, "sluice.dev/managed=true");
        server.namespace(OTHER);
        InstalledIntake intake = new InstalledIntake(server, LAB, OTHER);
        checks = intake.checks();
        policies = intake.policies("Ignore");
        String job = create(LAB, IntakeRow.job("", "", ""));
        String pod = create(LAB, IntakeRow.pod("", ""));
        server.await(
                "the checks of held objects take effect",
                () -> server.dryRunPatch(ALICE, "Job", LAB, job, RELEASE).code() == 403
                        && server.dryRunPatch(ALICE, "Pod", LAB, pod, labels("null"))
                                        .code()
                                == 403);
    }

    @AfterAll
    void remove() {
        policies.close();
        checks.close();
        server.close();
    }

    /// Creates an object under a new name.
    private String create(String namespace, JsonObject object) {
        String name = "o-" + ++objects;
        Answer answer = server.create(ALICE, namespace, object.withAt(Json.of(name), "metadata", "name"));
        assertThat(answer.isCreated()).as(answer.message()).isTrue();
        return name;
    }

    private static String labels(String queue) {
        return "{'metadata':{'labels':{'sluice.dev/queue':%s}}}".formatted(queue);
    }

    private static String annotation(String name, String value) {
        return "{'metadata':{'annotations':{'%s':%s}}}".formatted(name, value);
    }

    private Answer patchJob(String user, String name, String patch) {
        return server.patch(user, "Job", LAB, name, patch);
    }

    private static void mustBeRefused(Answer answer, String why) {
        assertThat(answer.code()).as(answer.body().toString()).isEqualTo(403);
        assertThat(answer.body().text("reason")).isEqualTo("Forbidden");
        assertThat(answer.message()).contains(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", CLAIMED})
    void onlySluiceLetsAHeldJobGo(String podSpec) {
        String job = create(LAB, IntakeRow.job("", "", podSpec));

        mustBeRefused(patchJob(ALICE, job, RELEASE), "spec.suspend (false): the Job is in Sluice's queue");
        mustBeRefused(
                server.dryRunPatch(ALICE, "Job", LAB, job, RELEASE),
                "spec.suspend (false): the Job is in Sluice's queue");
        assertThat(patchJob(RealServer.SLUICE, job, RELEASE).code()).isEqualTo(200);
    }

    @Test
    void aHeldJobElsewhereIsProtectedToo() {
        String job = create(OTHER, IntakeRow.job("'labels':{'sluice.dev/queue':'gpu'}", "", ""));

        mustBeRefused(server.patch(ALICE, "Job", OTHER, job, RELEASE), "spec.suspend (false)");
    }

    @Test
    void aReleasedJobMayBeSuspendedAndChangedByItsUser() {
        String job = create(LAB, IntakeRow.job("", "", ""));
        patchJob(RealServer.SLUICE, job, RELEASE);

        assertThat(patchJob(ALICE, job, "{'spec':{'parallelism':1}}").code()).isEqualTo(200);
        assertThat(patchJob(ALICE, job, "{'spec':{'suspend':true}}").code()).isEqualTo(200);
    }

    @Test
    void aHeldJobMayBeChangedAndItsHoldRemoved() {
        String job = create(LAB, IntakeRow.job("", "'suspend':true", ""));

        assertThat(patchJob(ALICE, job, annotation("sluice.dev/hold", "null")).code())
                .isEqualTo(200);
        assertThat(patchJob(ALICE, job, annotation("sluice.dev/walltime", "'30m'"))
                        .code())
                .isEqualTo(200);
        assertThat(patchJob(ALICE, job, "{'spec':{'parallelism':1}}").code()).isEqualTo(200);
    }

    @Test
    void theQueueOfAHeldJobMayChangeButNotGo() {
        String job = create(LAB, IntakeRow.job("", "", ""));

        assertThat(patchJob(ALICE, job, labels("'gpu'")).code()).isEqualTo(200);
        for (String none : new String[] {"null", "''"}) {
            mustBeRefused(
                    patchJob(ALICE, job, labels(none)),
                    "label sluice.dev/queue: a held Job may change its queue but not leave it");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", CLAIMED})
    void theQueueOfAHeldPodMayChangeButNotGo(String spec) {
        String pod = create(LAB, IntakeRow.pod("", spec));

        assertThat(server.patch(ALICE, "Pod", LAB, pod, labels("'gpu'")).code()).isEqualTo(200);
        mustBeRefused(
                server.patch(ALICE, "Pod", LAB, pod, labels("null")),
                "label sluice.dev/queue: a held pod may change its queue but not leave it");
    }

    @Test
    void onlySluiceRemovesItsGate() {
        String pod = create(LAB, IntakeRow.pod("", CLAIMED));
        String job = create(LAB, IntakeRow.job("", "", CLAIMED));
        String ungated = "{'spec':{'schedulingGates':null}}";
        String ungatedTemplate = "{'spec':{'template':{'spec':{'schedulingGates':null}}}}";

        mustBeRefused(
                server.patch(ALICE, "Pod", LAB, pod, ungated), "the gate sluice.dev/queued is removed by Sluice only");
        mustBeRefused(patchJob(ALICE, job, ungatedTemplate), "the gate sluice.dev/queued is removed by Sluice only");
        assertThat(server.patch(RealServer.SLUICE, "Pod", LAB, pod, ungated).code())
                .isEqualTo(200);
        assertThat(patchJob(RealServer.SLUICE, job, ungatedTemplate).code()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Job", "Pod", "Deployment", "StatefulSet"})
    void theUserOfAnObjectNeverChanges(String kind) {
        JsonObject object = switch (kind) {
            case "Job" -> IntakeRow.job("", "", "");
            case "Pod" -> IntakeRow.pod("", "");
            default -> IntakeRow.workload(kind, "", "");
        };
        String name = create(LAB, object);

        for (String value : new String[] {"'bob'", "null", "''"}) {
            mustBeRefused(
                    server.patch(ALICE, kind, LAB, name, annotation("sluice.dev/user", value)),
                    "annotation sluice.dev/user (alice) must not be changed or removed");
        }
        assertThat(server.patch("bob", kind, LAB, name, annotation("note", "'x'"))
                        .code())
                .isEqualTo(200);
        assertThat(server.patch(RealServer.SLUICE, kind, LAB, name, annotation("sluice.dev/user", "'carol'"))
                        .code())
                .isEqualTo(200);
    }

    @Test
    void anotherUsersNameIsRefusedOnTrialToo() {
        JsonObject job = IntakeRow.job("'annotations':{'sluice.dev/user':'bob'}", "", "");

        mustBeRefused(
                server.dryRun(ALICE, LAB, job),
                "annotation sluice.dev/user (bob) must be the name of the user who creates the object (alice)");
    }

    /// An object that is not managed may name anyone, until it is to be queued.
    @ParameterizedTest
    @ValueSource(strings = {"Job", "Pod", "Deployment"})
    void anObjectThatNamesAnotherUserIsNotQueuedLater(String kind) {
        String bob = "'annotations':{'sluice.dev/user':'bob'}";
        JsonObject object = switch (kind) {
            case "Job" -> IntakeRow.job(bob, "'suspend':true", "");
            case "Pod" -> IntakeRow.pod(bob, "'schedulingGates':[{'name':'example.org/wait'}]");
            default -> IntakeRow.workload(kind, bob, "");
        };
        String name = create(OTHER, object);

        mustBeRefused(
                server.patch(ALICE, kind, OTHER, name, labels("'default'")),
                "annotation sluice.dev/user (bob) must be the name of the user who has the object queued (alice);"
                        + " remove it");
        String own = "{'metadata':{'labels':{'sluice.dev/queue':'default'},'annotations':{'sluice.dev/user':%s}}}";
        assertThat(server.dryRunPatch(ALICE, kind, OTHER, name, own.formatted("null"))
                        .code())
                .isEqualTo(200);
        assertThat(server.patch(ALICE, kind, OTHER, name, own.formatted("'alice'"))
                        .code())
                .isEqualTo(200);
        mustBeRefused(
                server.patch(ALICE, kind, OTHER, name, annotation("sluice.dev/user", "'bob'")),
                "annotation sluice.dev/user (alice) must not be changed or removed");
    }

    @Test
    void theQueueOfAnotherUsersObjectMayBeNamedInAManagedNamespace() {
        String name = create(LAB, IntakeRow.workload("Deployment", "", ""));

        assertThat(server.patch("bob", "Deployment", LAB, name, labels("'gpu'")).code())
                .isEqualTo(200);
    }

    @Test
    void unmanagedObjectsMayBeChangedAtWill() {
        String job = create(OTHER, IntakeRow.job("'annotations':{'sluice.dev/user':'bob'}", "'suspend':true", ""));
        String pod = create(OTHER, IntakeRow.pod("", "'schedulingGates':[{'name':'example.org/wait'}]"));

        assertThat(server.patch(ALICE, "Job", OTHER, job, annotation("sluice.dev/user", "null"))
                        .code())
                .isEqualTo(200);
        assertThat(server.patch(ALICE, "Job", OTHER, job, RELEASE).code()).isEqualTo(200);
        assertThat(server.patch(ALICE, "Pod", OTHER, pod, "{'spec':{'schedulingGates':null}}")
                        .code())
                .isEqualTo(200);
    }

    @Test
    void jobsThatIntakeLeftAloneMayBeUnsuspended() {
        String job = create(
                LAB,
                IntakeRow.job("'labels':{'sluice.dev/queue':'gpu'}", "'suspend':true", "'schedulerName':'volcano'"));

        assertThat(patchJob(ALICE, job, RELEASE).code()).isEqualTo(200);
    }
}
