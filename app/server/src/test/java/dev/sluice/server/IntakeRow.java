package dev.sluice.server;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.util.ArrayList;
import java.util.List;

/// A row of the table of objects that `IntakeIT` creates.
///
/// @param what the object in words
/// @param namespace `lab` is managed, `other` is not, and `kube-system` never
/// @param user the requester
/// @param outcome what intake does
record IntakeRow(String what, String namespace, String user, JsonObject object, Outcome outcome) {
    static final String LAB = "lab";
    static final String OTHER = "other";
    static final String SYSTEM = "kube-system";
    static final String CRON = "system:serviceaccount:kube-system:cronjob-controller";
    static final String REPLICAS = "system:serviceaccount:kube-system:replicaset-controller";
    static final String DAEMONS = "system:serviceaccount:kube-system:daemon-set-controller";
    static final String MANAGER = "system:kube-controller-manager";

    private static final String ALICE = RealServer.ALICE;
    private static final String QUEUE = "'labels':{'sluice.dev/queue':'gpu'}";
    private static final String COPIED = "'annotations':{'a':'b','sluice.dev/attempt':'1','sluice.dev/nodes':'n1',"
            + "'sluice.dev/refused':'x','sluice.dev/start-failures':'2','sluice.dev/undone':'1'}";
    private static final String CLAIMED = "'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'data'}}]";

    /// What intake does to an object.
    enum Outcome {
        /// Sluice binds the pods. Those that no Job owns have its gate.
        BOUND,
        /// A gate holds the pods for the default scheduler.
        GATED,
        /// The object gets its user only.
        OWNER,
        UNTOUCHED,
        /// It is not created, as it names another user.
        REFUSED
    }

    @Override
    public String toString() {
        return what;
    }

    static JsonObject json(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }

    static JsonObject job(String metadata, String spec, String podSpec) {
        return json("""
                {'apiVersion':'batch/v1','kind':'Job','metadata':{'name':'train'%s},'spec':{'parallelism':2%s,
                 'template':{'spec':{'restartPolicy':'Never'%s,'containers':[{'name':'c','image':'none.example/i'}]}}}}
                """.formatted(comma(metadata), comma(spec), comma(podSpec)));
    }

    static JsonObject pod(String metadata, String spec) {
        return json("""
                {'apiVersion':'v1','kind':'Pod','metadata':{'name':'single'%s},
                 'spec':{'containers':[{'name':'c','image':'none.example/i'}]%s}}
                """.formatted(comma(metadata), comma(spec)));
    }

    /// @param kind of the group `apps`
    static JsonObject workload(String kind, String metadata, String templateMetadata) {
        return json("""
                {'apiVersion':'apps/v1','kind':'%s','metadata':{'name':'web'%s},'spec':{
                 'selector':{'matchLabels':{'app':'web'}},'template':{'metadata':{'labels':{'app':'web'}%s},
                 'spec':{'containers':[{'name':'c','image':'none.example/i'}]}}}}
                """.formatted(kind, comma(metadata), comma(templateMetadata)));
    }

    private static JsonObject cronJob(String metadata) {
        return json("""
                {'apiVersion':'batch/v1','kind':'CronJob','metadata':{'name':'nightly'%s},'spec':{
                 'schedule':'0 3 * * *','jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never',
                 'containers':[{'name':'c','image':'none.example/i'}]}}}}}}
                """.formatted(comma(metadata)));
    }

    private static String comma(String fields) {
        return fields.isEmpty() ? "" : "," + fields;
    }

    private static String owner(String apiVersion, String kind) {
        return ("'ownerReferences':[{'apiVersion':'%s','kind':'%s','name':'o','controller':true,"
                        + "'uid':'0a0a0a0a-0000-4000-8000-000000000000'}]")
                .formatted(apiVersion, kind);
    }

    private static String spreading(String unsatisfiable) {
        return ("'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'kubernetes.io/hostname',"
                        + "'whenUnsatisfiable':'%s','labelSelector':{'matchLabels':{'a':'b'}}}]")
                .formatted(unsatisfiable);
    }

    private static JsonObject placedBy(String scheduler, JsonObject job) {
        return job.withAt(Json.of(scheduler), "spec", "template", "spec", "schedulerName");
    }

    /// All rows. Each object has a name of its own.
    static List<IntakeRow> table() {
        List<IntakeRow> rows = new ArrayList<>();
        rows.addAll(jobs());
        rows.addAll(pathsOfJobs());
        rows.addAll(jobsLeftAlone());
        rows.addAll(pods());
        rows.addAll(owners());
        List<IntakeRow> named = new ArrayList<>();
        for (IntakeRow row : rows) {
            String name = row.object.text("metadata", "name") + "-" + named.size();
            JsonObject object = row.object.withAt(Json.of(name), "metadata", "name");
            named.add(new IntakeRow(row.what, row.namespace, row.user, object, row.outcome));
        }
        return named;
    }

    private static IntakeRow lab(String what, JsonObject object, Outcome outcome) {
        return new IntakeRow(what, LAB, ALICE, object, outcome);
    }

    private static List<IntakeRow> jobs() {
        return List.of(
                lab("a Job", job("", "", ""), Outcome.BOUND),
                new IntakeRow("a Job with a queue elsewhere", OTHER, ALICE, job(QUEUE, "", ""), Outcome.BOUND),
                new IntakeRow("a Job elsewhere", OTHER, ALICE, job("", "", ""), Outcome.UNTOUCHED),
                new IntakeRow("a Job of the system", SYSTEM, ALICE, job(QUEUE, "", ""), Outcome.UNTOUCHED),
                lab("a Job with an empty queue", job("'labels':{'sluice.dev/queue':''}", "", ""), Outcome.BOUND),
                lab(
                        "an Indexed Job with labels and annotations",
                        job(
                                "'labels':{'a':'b'},'annotations':{'c':'d'}",
                                "'completions':4,'completionMode':'Indexed'",
                                ""),
                        Outcome.BOUND),
                lab(
                        "a Job that keeps its replacement policy",
                        job("'annotations':{'sluice.dev/keep-pod-replacement-policy':'true'}", "", ""),
                        Outcome.BOUND),
                lab(
                        "a Job with a replacement policy",
                        job("", "'podReplacementPolicy':'TerminatingOrFailed'", ""),
                        Outcome.BOUND),
                lab("a Job that its user suspended", job("", "'suspend':true", ""), Outcome.BOUND),
                lab(
                        "a suspended Job with a reason",
                        job("'annotations':{'sluice.dev/hold':'wait for data'}", "'suspend':true", ""),
                        Outcome.BOUND),
                lab(
                        "a suspended Job as intake leaves it",
                        placedBy(
                                "sluice",
                                job(QUEUE + ",'annotations':{'sluice.dev/user':'alice'}", "'suspend':true", "")),
                        Outcome.BOUND),
                lab("a Job made from one that has run", job(COPIED, "", ""), Outcome.BOUND),
                lab(
                        "a Job that names its user",
                        job("'annotations':{'sluice.dev/user':'alice'}", "", ""),
                        Outcome.BOUND),
                lab("a Job with an empty user", job("'annotations':{'sluice.dev/user':''}", "", ""), Outcome.BOUND),
                lab(
                        "a Job that names another user",
                        job("'annotations':{'sluice.dev/user':'bob'}", "", ""),
                        Outcome.REFUSED),
                new IntakeRow(
                        "a Job of a CronJob whose template names a user",
                        LAB,
                        CRON,
                        job("'annotations':{'sluice.dev/user':'bob'}," + owner("batch/v1", "CronJob"), "", ""),
                        Outcome.BOUND),
                new IntakeRow(
                        "a suspended Job of a CronJob",
                        LAB,
                        MANAGER,
                        job(owner("batch/v1", "CronJob"), "'suspend':true", ""),
                        Outcome.BOUND),
                lab(
                        "a Job that a user makes from a CronJob",
                        job(owner("batch/v1", "CronJob"), "", ""),
                        Outcome.BOUND));
    }

    private static List<IntakeRow> pathsOfJobs() {
        return List.of(
                lab("a Job with a claimed volume", job("", "", CLAIMED), Outcome.GATED),
                lab(
                        "a Job with an ephemeral volume",
                        job(
                                "",
                                "",
                                "'volumes':[{'name':'t','emptyDir':{}},{'name':'v','ephemeral':{'volumeClaimTemplate':{"
                                        + "'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}}}]"),
                        Outcome.GATED),
                lab(
                        "a Job with a resource claim",
                        job("", "", "'resourceClaims':[{'name':'gpu','resourceClaimName':'g'}]"),
                        Outcome.GATED),
                lab(
                        "a Job with pod affinity",
                        job(
                                "",
                                "",
                                "'affinity':{'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{"
                                        + "'topologyKey':'zone','labelSelector':{'matchLabels':{'a':'b'}}}]}}"),
                        Outcome.GATED),
                lab(
                        "a Job with empty pod anti-affinity",
                        job("", "", "'affinity':{'podAntiAffinity':{}}"),
                        Outcome.GATED),
                lab("a Job that must spread", job("", "", spreading("DoNotSchedule")), Outcome.GATED),
                lab("a Job that may spread", job("", "", spreading("ScheduleAnyway")), Outcome.BOUND),
                lab("a Job with a runtime class", job("", "", "'runtimeClassName':'sandbox'"), Outcome.GATED),
                lab(
                        "a Job with a device by its class",
                        job(
                                "",
                                "",
                                "'initContainers':[{'name':'i','image':'none.example/i','resources':{'limits':{"
                                        + "'deviceclass.resource.kubernetes.io/gpu':'1'}}}]"),
                        Outcome.GATED),
                lab(
                        "a Job with a gate of another controller",
                        job("", "", "'schedulingGates':[{'name':'example.org/wait'}]"),
                        Outcome.GATED),
                lab(
                        "a Job with the gate of Sluice",
                        job("", "", "'schedulingGates':[{'name':'sluice.dev/queued'}]"),
                        Outcome.GATED),
                lab(
                        "a Job that names Sluice and has a claimed volume",
                        placedBy("sluice", job("", "", CLAIMED)),
                        Outcome.GATED),
                lab(
                        "a Job with plain volumes",
                        job(
                                "",
                                "",
                                "'volumes':[{'name':'a','emptyDir':{}},{'name':'b','hostPath':{'path':'/x'}},"
                                        + "{'name':'c','configMap':{'name':'m'}},{'name':'d','secret':{'secretName':'s'}},"
                                        + "{'name':'e','nfs':{'server':'n','path':'/x'}},{'name':'f','downwardAPI':{}}]"),
                        Outcome.BOUND),
                lab(
                        "a Job with rules about nodes",
                        job(
                                "",
                                "",
                                "'nodeSelector':{'a':'b'},'tolerations':[{'operator':'Exists'}],'affinity':{'nodeAffinity':{"
                                        + "'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{"
                                        + "'matchExpressions':[{'key':'gpu','operator':'Exists'}]}]}}}"),
                        Outcome.BOUND));
    }

    private static List<IntakeRow> jobsLeftAlone() {
        return List.of(
                lab(
                        "a Job that another controller runs",
                        job("", "'managedBy':'kueue.x-k8s.io/multikueue'", ""),
                        Outcome.UNTOUCHED),
                lab(
                        "a Job that names the Job controller",
                        job("", "'managedBy':'kubernetes.io/job-controller'", ""),
                        Outcome.BOUND),
                lab("a Job of a workflow", job(owner("example.org/v1", "Workflow"), "", ""), Outcome.UNTOUCHED),
                lab("a Job of another scheduler", placedBy("volcano", job("", "", "")), Outcome.UNTOUCHED),
                lab("a Job tied to a node", job("", "", "'nodeName':'n1'"), Outcome.UNTOUCHED));
    }

    private static List<IntakeRow> pods() {
        return List.of(
                lab("a pod", pod("", ""), Outcome.BOUND),
                lab("a pod that names Sluice", pod("", "'schedulerName':'sluice'"), Outcome.BOUND),
                new IntakeRow("a pod with a queue elsewhere", OTHER, ALICE, pod(QUEUE, ""), Outcome.BOUND),
                new IntakeRow("a pod elsewhere", OTHER, ALICE, pod("", ""), Outcome.UNTOUCHED),
                new IntakeRow("a pod of the system", SYSTEM, ALICE, pod(QUEUE, ""), Outcome.UNTOUCHED),
                lab("a pod with a claimed volume", pod("", CLAIMED), Outcome.GATED),
                lab(
                        "a pod with a gate of another controller",
                        pod("", "'schedulingGates':[{'name':'example.org/wait'}]"),
                        Outcome.GATED),
                lab(
                        "a pod with the gate of Sluice",
                        pod("", "'schedulingGates':[{'name':'sluice.dev/queued'}]"),
                        Outcome.BOUND),
                lab("a pod on a node", pod("", "'nodeName':'n1'"), Outcome.UNTOUCHED),
                lab("a pod of another scheduler", pod("", "'schedulerName':'volcano'"), Outcome.UNTOUCHED),
                lab(
                        "a mirror pod",
                        pod("'annotations':{'kubernetes.io/config.mirror':'x'}", "'nodeName':'n1'"),
                        Outcome.UNTOUCHED),
                new IntakeRow(
                        "a pod of a DaemonSet",
                        LAB,
                        DAEMONS,
                        pod(owner("apps/v1", "DaemonSet"), ""),
                        Outcome.UNTOUCHED),
                new IntakeRow(
                        "a pod of a Job whose template names a user",
                        LAB,
                        MANAGER,
                        pod("'annotations':{'sluice.dev/user':'bob'}," + owner("batch/v1", "Job"), ""),
                        Outcome.UNTOUCHED),
                new IntakeRow(
                        "a pod of a ReplicaSet whose template names a user",
                        LAB,
                        REPLICAS,
                        pod("'annotations':{'sluice.dev/user':'bob','a':'b'}," + owner("apps/v1", "ReplicaSet"), ""),
                        Outcome.BOUND),
                lab("a pod made from one that has run", pod(COPIED, ""), Outcome.BOUND),
                lab(
                        "a pod that names another user",
                        pod("'annotations':{'sluice.dev/user':'bob'}", ""),
                        Outcome.REFUSED));
    }

    private static List<IntakeRow> owners() {
        return List.of(
                lab("a Deployment", workload("Deployment", "", ""), Outcome.OWNER),
                new IntakeRow(
                        "a Deployment with a queue elsewhere",
                        OTHER,
                        ALICE,
                        workload("Deployment", QUEUE, ""),
                        Outcome.OWNER),
                new IntakeRow(
                        "a Deployment elsewhere", OTHER, ALICE, workload("Deployment", "", ""), Outcome.UNTOUCHED),
                new IntakeRow(
                        "a Deployment that a controller makes",
                        LAB,
                        MANAGER,
                        workload("Deployment", "'annotations':{'sluice.dev/user':'bob','a':'b'}", ""),
                        Outcome.OWNER),
                lab("a StatefulSet", workload("StatefulSet", "", ""), Outcome.OWNER),
                lab(
                        "a StatefulSet that names another user",
                        workload("StatefulSet", "'annotations':{'sluice.dev/user':'bob'}", ""),
                        Outcome.REFUSED),
                lab("a DaemonSet", workload("DaemonSet", "", ""), Outcome.UNTOUCHED),
                lab("a CronJob", cronJob("'annotations':{'a':'b'}"), Outcome.OWNER),
                new IntakeRow("a CronJob elsewhere", OTHER, ALICE, cronJob(""), Outcome.UNTOUCHED));
    }
}
