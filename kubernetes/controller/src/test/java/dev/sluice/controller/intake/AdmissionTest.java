package dev.sluice.controller.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.patch.JsonPatch;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AdmissionTest {
    private static final String ALICE = "alice@example.org";
    private static final String CRON = "system:serviceaccount:kube-system:cronjob-controller";
    private static final String REPLICAS = "system:serviceaccount:kube-system:replicaset-controller";

    private final Admission admission = new Admission(IntakeOptions.DEFAULT);

    /// A row of a table: what an object has, and what it is called.
    record Row(String what, String json) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static Row row(String what, String json) {
        return new Row(what, json.replace('\'', '"'));
    }

    private static Row row(String what, JsonObject object) {
        return new Row(what, object.toString());
    }

    private static JsonObject json(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }

    /// A Job as the API server asks about it: defaults are set.
    private static JsonObject job(String metadata, String spec, String podSpec) {
        return json("""
                {'apiVersion':'batch/v1','kind':'Job','metadata':{'name':'train','namespace':'lab'%s},
                 'spec':{'parallelism':2,'suspend':false,'podReplacementPolicy':'TerminatingOrFailed'%s,'template':{
                  'spec':{'restartPolicy':'Never','schedulerName':'default-scheduler'%s,
                   'containers':[{'name':'c','image':'i'}]}}}}
                """.formatted(comma(metadata), comma(spec), comma(podSpec)));
    }

    private static JsonObject pod(String metadata, String spec) {
        return json("""
                {'apiVersion':'v1','kind':'Pod','metadata':{'name':'p','namespace':'lab'%s},
                 'spec':{'schedulerName':'default-scheduler','containers':[{'name':'c','image':'i'}]%s}}
                """.formatted(comma(metadata), comma(spec)));
    }

    private static String comma(String fields) {
        return fields.isEmpty() ? "" : "," + fields;
    }

    private static String owner(String kind) {
        return "'ownerReferences':[{'apiVersion':'x/v1','kind':'%s','name':'o','uid':'u','controller':true}]"
                .formatted(kind);
    }

    private JsonObject admitted(JsonObject object, String user) {
        JsonObject response = response("CREATE", object, user, "lab");
        assertThat(response.isTrue("allowed")).isTrue();
        return (JsonObject) JsonPatch.apply(object, patchOf(response));
    }

    private JsonObject response(String operation, JsonObject object, String user, String namespace) {
        JsonObject request = json("{'uid':'u-1','operation':'%s','namespace':'%s'}".formatted(operation, namespace))
                .with("kind", JsonObject.EMPTY.with("kind", object.text("kind")))
                .with("userInfo", JsonObject.EMPTY.with("username", user))
                .with("object", object);
        JsonObject review = admission.review(JsonObject.of("request", request));
        assertThat(review.text("kind")).isEqualTo("AdmissionReview");
        assertThat(review.text("response", "uid")).isEqualTo("u-1");
        return review.object("response");
    }

    private static JsonArray patchOf(JsonObject response) {
        return response.has("patch")
                ? (JsonArray) JsonText.read(
                        new String(Base64.getDecoder().decode(response.text("patch")), StandardCharsets.UTF_8))
                : JsonArray.EMPTY;
    }

    @Test
    void aJobIsSuspendedAndGetsItsSchedulerQueueAndUser() {
        JsonObject job = admitted(job("", "", ""), ALICE);

        assertThat(job.object("metadata", "labels")).isEqualTo(json("{'sluice.dev/queue':'default'}"));
        assertThat(job.object("metadata", "annotations")).isEqualTo(json("{'sluice.dev/user':'alice@example.org'}"));
        assertThat(job.isTrue("spec", "suspend")).isTrue();
        assertThat(job.text("spec", "podReplacementPolicy")).isEqualTo("Failed");
        assertThat(job.object("spec", "template", "spec")).isEqualTo(json("""
                        {'restartPolicy':'Never','schedulerName':'sluice','containers':[{'name':'c','image':'i'}]}
                        """));
    }

    @Test
    void aPodGetsItsGateSchedulerQueueAndUser() {
        JsonObject pod = admitted(pod("'labels':{'app':'web'}", ""), ALICE);

        assertThat(pod.object("metadata", "labels")).isEqualTo(json("{'app':'web','sluice.dev/queue':'default'}"));
        assertThat(pod.text("metadata", "annotations", SluiceNames.USER)).isEqualTo(ALICE);
        assertThat(pod.text("spec", "schedulerName")).isEqualTo("sluice");
        assertThat(pod.array("spec", "schedulingGates")).isEqualTo(JsonText.read("[{\"name\":\"sluice.dev/queued\"}]"));
    }

    @Test
    void aPodWithTheGateOfSluiceIsStillBoundBySluice() {
        JsonObject pod = admitted(pod("", "'schedulingGates':[{'name':'sluice.dev/queued'}]"), ALICE);

        assertThat(pod.text("spec", "schedulerName")).isEqualTo("sluice");
        assertThat(pod.array("spec", "schedulingGates").size()).isEqualTo(1);
    }

    static List<Row> podsOfTheDefaultScheduler() {
        return List.of(
                row("a claimed volume", "'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'c'}}]"),
                row("an ephemeral volume", "'volumes':[{'name':'t','emptyDir':{}},{'name':'v','ephemeral':{}}]"),
                row("a disk", "'volumes':[{'name':'v','awsElasticBlockStore':{'volumeID':'x'}}]"),
                row("a resource claim", "'resourceClaims':[{'name':'gpu','resourceClaimName':'g'}]"),
                row("pod affinity", "'affinity':{'podAffinity':{}}"),
                row("pod anti-affinity", "'affinity':{'podAntiAffinity':{}}"),
                row(
                        "strict spreading",
                        "'topologySpreadConstraints':[{'whenUnsatisfiable':'ScheduleAnyway'},{'whenUnsatisfiable':'DoNotSchedule'}]"),
                row("a runtime class", "'runtimeClassName':'gvisor'"),
                row("a scheduling group", "'schedulingGroup':{'podGroupName':'g'}"),
                row("a workload", "'workloadRef':{'name':'w'}"),
                row(
                        "a device by its class",
                        "'initContainers':[{'name':'i','resources':{'requests':{'deviceclass.resource.kubernetes.io/gpu':1}}}]"),
                row(
                        "a limit of a device by its class",
                        "'initContainers':[{'name':'i','resources':{'limits':{'deviceclass.resource.kubernetes.io/gpu':1}}}]"),
                row("a gate of another controller", "'schedulingGates':[{'name':'example.org/wait'}]"));
    }

    @ParameterizedTest
    @MethodSource("podsOfTheDefaultScheduler")
    void whatIsNotModelledIsGatedForTheDefaultScheduler(Row row) {
        JsonObject pod = admitted(pod("", row.json()), ALICE);
        JsonObject template = admitted(job("", "", row.json()), ALICE).object("spec", "template");

        for (JsonObject each : List.of(pod, template)) {
            assertThat(each.text("spec", "schedulerName")).isEqualTo("default-scheduler");
            assertThat(each.array("spec", "schedulingGates").toList()).contains(json("{'name':'sluice.dev/queued'}"));
        }
    }

    static List<Row> podsOfSluice() {
        return List.of(
                row("no rules", ""),
                row("plain volumes", "'volumes':[{'name':'a','emptyDir':{}},{'name':'b','hostPath':{'path':'/x'}}]"),
                row("node affinity", "'affinity':{'nodeAffinity':{}}"),
                row("a node selector", "'nodeSelector':{'a':'b'}"),
                row("loose spreading", "'topologySpreadConstraints':[{'whenUnsatisfiable':'ScheduleAnyway'}]"));
    }

    @ParameterizedTest
    @MethodSource("podsOfSluice")
    void whatIsModelledIsBoundBySluice(Row row) {
        JsonObject pod = admitted(pod("", row.json()), ALICE);
        JsonObject template = admitted(job("", "", row.json()), ALICE).object("spec", "template");

        for (JsonObject each : List.of(pod, template)) {
            assertThat(each.text("spec", "schedulerName")).isEqualTo("sluice");
        }
        assertThat(pod.array("spec", "schedulingGates").size()).isEqualTo(1);
        assertThat(template.object("spec").has("schedulingGates")).isFalse();
    }

    @Test
    void theGateIsAppendedToTheGatesOfOthers() {
        JsonObject pod = pod("", "'schedulingGates':[{'name':'example.org/wait'}]");

        assertThat(admitted(pod, ALICE).array("spec", "schedulingGates"))
                .isEqualTo(JsonText.read("[{\"name\":\"example.org/wait\"},{\"name\":\"sluice.dev/queued\"}]"));
    }

    @Test
    void aJobThatNamesSluiceAndAClaimedVolumeGoesToTheDefaultScheduler() {
        JsonObject job = admitted(
                job("", "", "'volumes':[{'name':'v','persistentVolumeClaim':{}}]")
                        .withAt(Json.of("sluice"), "spec", "template", "spec", "schedulerName"),
                ALICE);

        assertThat(job.text("spec", "template", "spec", "schedulerName")).isEqualTo("default-scheduler");
    }

    static List<Row> jobsLeftAlone() {
        return List.of(
                row("managed by another controller", job("", "'managedBy':'kueue.x-k8s.io/multikueue'", "")),
                row("owned by a workflow", job(owner("Workflow"), "", "")),
                row(
                        "placed by another scheduler",
                        job("", "", "").withAt(Json.of("volcano"), "spec", "template", "spec", "schedulerName")),
                row("tied to a node", job("", "", "'nodeName':'n1'")));
    }

    static List<Row> podsLeftAlone() {
        return List.of(
                row("on a node", pod("", "'nodeName':'n1'")),
                row("of a DaemonSet", pod(owner("DaemonSet"), "")),
                row("of a Job", pod(owner("Job"), "")),
                row("a mirror", pod("'annotations':{'kubernetes.io/config.mirror':'x'}", "")),
                row("of another scheduler", pod("", "").withAt(Json.of("volcano"), "spec", "schedulerName")));
    }

    @ParameterizedTest
    @MethodSource({"jobsLeftAlone", "podsLeftAlone"})
    void someObjectsAreLeftAlone(Row row) {
        JsonObject object = json(row.json());

        assertThat(admitted(object, ALICE)).isEqualTo(object);
    }

    static List<Row> managedJobs() {
        return List.of(
                row("its manager named", job("", "'managedBy':'kubernetes.io/job-controller'", "")),
                row("owned by a CronJob", job(owner("CronJob"), "", "")),
                row(
                        "Sluice named",
                        job("", "", "").withAt(Json.of("sluice"), "spec", "template", "spec", "schedulerName")));
    }

    @ParameterizedTest
    @MethodSource("managedJobs")
    void theseJobsAreManaged(Row row) {
        assertThat(admitted(json(row.json()), ALICE).isTrue("spec", "suspend")).isTrue();
    }

    @Test
    void aJobThatItsUserSuspendedIsHeld() {
        JsonObject job = job("", "", "").withAt(Json.of(true), "spec", "suspend");

        assertThat(admitted(job, ALICE).text("metadata", "annotations", SluiceNames.HOLD))
                .isEqualTo("created suspended by its user");
    }

    @Test
    void aReasonToHoldIsKept() {
        JsonObject job = job("'annotations':{'sluice.dev/hold':'wait for data'}", "", "")
                .withAt(Json.of(true), "spec", "suspend");

        assertThat(admitted(job, ALICE).text("metadata", "annotations", SluiceNames.HOLD))
                .isEqualTo("wait for data");
    }

    @Test
    void anAnnotationKeepsTheReplacementPolicy() {
        JsonObject job = job("'annotations':{'sluice.dev/keep-pod-replacement-policy':'true'}", "", "");

        assertThat(admitted(job, ALICE).text("spec", "podReplacementPolicy")).isEqualTo("TerminatingOrFailed");
    }

    @Test
    void theQueueOfTheUserIsKept() {
        JsonObject job = admitted(job("'labels':{'sluice.dev/queue':'gpu'}", "", ""), ALICE);

        assertThat(job.text("metadata", "labels", SluiceNames.QUEUE)).isEqualTo("gpu");
    }

    @Test
    void whatSluiceWroteOnAnotherObjectIsRemoved() {
        String copied =
                "'annotations':{'a':'b','sluice.dev/attempt':'1','sluice.dev/nodes':'n1','sluice.dev/refused':'x',"
                        + "'sluice.dev/start-failures':'2','sluice.dev/undone':'1'}";

        assertThat(admitted(job(copied, "", ""), CRON).object("metadata", "annotations"))
                .isEqualTo(json("{'a':'b'}"));
        assertThat(admitted(pod(copied, ""), CRON).object("metadata", "annotations"))
                .isEqualTo(json("{'a':'b'}"));
    }

    static List<Row> ownersOfPods() {
        return List.of(
                row("a Deployment", "{'kind':'Deployment','metadata':{'name':'d'},'spec':{'template':{'spec':{}}}}"),
                row("a StatefulSet", "{'kind':'StatefulSet','metadata':{'name':'s'},'spec':{'template':{}}}"),
                row("a CronJob", "{'kind':'CronJob','metadata':{'name':'c'},'spec':{'jobTemplate':{}}}"));
    }

    @ParameterizedTest
    @MethodSource("ownersOfPods")
    void theirTemplatesAreNeverTouched(Row row) {
        JsonObject object = json(row.json());

        assertThat(admitted(object, ALICE))
                .isEqualTo(object.withAt(Json.of(ALICE), "metadata", "annotations", SluiceNames.USER));
    }

    @Test
    void theTemplateOfAControllersObjectNamesNoUser() {
        JsonObject job =
                admitted(job("'annotations':{'sluice.dev/user':'root','a':'b'}," + owner("CronJob"), "", ""), CRON);
        JsonObject pod = admitted(pod("'annotations':{'sluice.dev/user':'root'}," + owner("ReplicaSet"), ""), REPLICAS);

        assertThat(job.object("metadata", "annotations")).isEqualTo(json("{'a':'b'}"));
        assertThat(pod.object("metadata", "annotations")).isEqualTo(JsonObject.EMPTY);
        assertThat(pod.text("spec", "schedulerName")).isEqualTo("sluice");
    }

    @Test
    void otherControllersCanBeNamed() {
        Admission operators = new Admission(
                new IntakeOptions(IntakeOptions.DEFAULT.excludedNamespaces(), List.of("system:serviceaccount:ray:*")));
        JsonObject pod = pod("'annotations':{'sluice.dev/user':'root'}", "");

        assertThat(operators
                        .patch("Pod", pod, "system:serviceaccount:ray:operator")
                        .toString())
                .contains("\"op\":\"remove\",\"path\":\"/metadata/annotations/sluice.dev~1user\"");
        assertThat(operators.patch("Pod", pod, CRON).toString()).contains("\"value\":\"" + CRON + "\"");
    }

    @Test
    void anotherUsersNameIsRefused() {
        JsonObject response = response("CREATE", job("'annotations':{'sluice.dev/user':'root'}", "", ""), ALICE, "lab");

        assertThat(response.isTrue("allowed")).isFalse();
        assertThat(response.text("status", "message"))
                .isEqualTo("annotation sluice.dev/user (root) must be the name of the user who creates the object"
                        + " (alice@example.org); remove it");
    }

    @Test
    void onlyCreationsInOtherNamespacesThanTheSystemsAreChanged() {
        JsonObject job = job("", "", "");

        assertThat(response("UPDATE", job, ALICE, "lab").has("patch")).isFalse();
        for (String system : List.of("kube-system", "kube-public", "kube-node-lease", "sluice")) {
            assertThat(response("CREATE", job, ALICE, system).has("patch")).isFalse();
        }
    }

    /// The API server asks on dry runs too, as the webhook declares to have no side effects.
    @ParameterizedTest
    @MethodSource("everything")
    void aDryRunGetsTheSameAnswerAndNothingFollowsFromIt(Row row) {
        JsonObject request = json("{'uid':'u-1','operation':'CREATE','namespace':'lab'}")
                .with("kind", JsonObject.of("kind", Json.of(json(row.json()).text("kind"))))
                .with("userInfo", JsonObject.EMPTY.with("username", ALICE))
                .with("object", json(row.json()));
        JsonObject plain = admission.review(JsonObject.of("request", request));

        for (int i = 0; i < 2; i++) {
            assertThat(admission.review(JsonObject.of("request", request.with("dryRun", Json.of(true)))))
                    .isEqualTo(plain);
        }
        assertThat(admission.review(JsonObject.of("request", request))).isEqualTo(plain);
        assertThat(plain.object("response").text("patchType")).isEqualTo("JSONPatch");
    }

    static List<Row> everything() {
        return List.of(
                row("a Job", job("", "", "")),
                row("a suspended Job", job("", "", "").withAt(Json.of(true), "spec", "suspend")),
                row("a Job with a claimed volume", job("", "", "'volumes':[{'persistentVolumeClaim':{}}]")),
                row("a Job with a user", job("'annotations':{'a':'b'},'labels':{'a':'b'}", "", "")),
                row("a pod", pod("", "")),
                row("a gated pod", pod("", "'schedulingGates':[{'name':'x'}]")),
                row("a Deployment", "{'kind':'Deployment','metadata':{'name':'d'}}"));
    }

    @ParameterizedTest
    @MethodSource("everything")
    void askedAgainNothingChanges(Row row) {
        for (String user : List.of(ALICE, CRON)) {
            JsonObject once = admitted(json(row.json()), user);

            assertThat(patchOf(response("CREATE", once, user, "lab")).toList()).isEmpty();
        }
    }
}
