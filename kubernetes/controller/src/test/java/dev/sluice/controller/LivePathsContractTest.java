package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What users see of pods that go through the default scheduler, of groups, and of objects that intake has missed.
///
/// The audit after each test compares the engine's graph with a list of the whole cluster.
abstract class LivePathsContractTest {
    static final String SHORT = "'sluice.dev/run-for':'1s'";
    static final String FOREVER = "'sluice.dev/run-for':'forever'";
    static final long ALL_MILLI = LiveWorld.NODES * LiveWorld.NODE_MILLI;

    private static final String QUEUE = "'labels':{'sluice.dev/queue':'default'}";
    private static final ResourceType DEFINITIONS = new ResourceType(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false);
    private static final ResourceType POD_GROUPS =
            new ResourceType("scheduling.x-k8s.io", "v1alpha1", "podgroups", "PodGroup", true);

    abstract LiveWorld world();

    @AfterEach
    void theEngineAgreesWithTheCluster() {
        try {
            world().assertInSync();
        } finally {
            world().close();
        }
    }

    private static String containers(String cpu) {
        return "'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'%s'}}}]"
                .formatted(cpu);
    }

    /// Creates an Indexed Job of three pods, each of which fills a node.
    ///
    /// @param pod further fields of its pods' spec, each followed by a comma
    private void job(String name, String pod) {
        world().create(
                        KubeTypes.JOBS,
                        ("{'metadata':{'name':'%s',%s},'spec':{'parallelism':3,'completions':3,'completionMode':"
                                        + "'Indexed','template':{'metadata':{'labels':{'app':'%s'},'annotations':{%s}},"
                                        + "'spec':{%s%s}}}}")
                                .formatted(name, QUEUE, name, SHORT, pod, containers("4")));
    }

    private static String chosen(Pod pod) {
        return pod.json().text("metadata", "annotations", "sluice.dev/nodes");
    }

    private void runsThroughTheDefaultScheduler(String job) {
        JsonObject template = world().jobObject(job).object("spec", "template", "spec");
        assertThat(template.text("schedulerName")).isNotEqualTo("sluice");
        assertThat(template.array("schedulingGates")).hasSize(1);

        world().awaitComplete(job);

        Map<Integer, String> nodes = new TreeMap<>();
        for (Pod pod : world().podsOf(job)) {
            nodes.put(pod.completionIndex(), pod.nodeName());
            assertThat(chosen(pod)).isEqualTo(pod.nodeName());
        }
        assertThat(nodes.values()).containsExactly("node-0", "node-1", "node-2");
        world().awaitFree(ALL_MILLI);
    }

    @Test
    void podsWithRulesBetweenThemArePinnedAndBoundByTheDefaultScheduler() {
        job(
                "apart",
                "'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':"
                        + "'kubernetes.io/hostname','labelSelector':{'matchLabels':{'app':'apart'}}}]}},");

        runsThroughTheDefaultScheduler("apart");
    }

    @Test
    void podsWithVolumeClaimsArePinnedAndBoundByTheDefaultScheduler() {
        world().claim("data");
        job("reader", "'volumes':[{'name':'data','persistentVolumeClaim':{'claimName':'data'}}],");

        runsThroughTheDefaultScheduler("reader");
    }

    @Test
    void aPinnedPodKeepsItsOwnAffinity() {
        world().create(
                        KubeTypes.PODS,
                        ("{'metadata':{'name':'picky',%s,'annotations':{%s}},'spec':{'affinity':{"
                                        + "'podAntiAffinity':{},'nodeAffinity':{"
                                        + "'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{"
                                        + "'matchExpressions':[{'key':'kubernetes.io/hostname','operator':'Exists'}]},{"
                                        + "'matchExpressions':[{'key':'no/such','operator':'Exists'}]}]}}},%s}}")
                                .formatted(QUEUE, SHORT, containers("2")));

        world().await("it succeeds", () -> world().podOf("picky").hasSucceeded());

        assertThat(chosen(world().podOf("picky")))
                .isEqualTo(world().podOf("picky").nodeName());
        assertThat(world().podOf("picky").json().toString()).contains("no/such");
        world().awaitFree(ALL_MILLI);
    }

    @Test
    void aPinnedGangWaitsWholeUntilItFits() {
        world().job("first", 1, "4", "", FOREVER);
        world().await("first runs", () -> world().running("first") == 1);
        job("gang", "'affinity':{'podAntiAffinity':{}},");
        world().await("gang waits", () -> world().ask(engine -> engine.table().waitingCount()) == 1);
        assertThat(world().podsOf("gang")).isEmpty();

        world().delete(KubeTypes.JOBS, "first");

        world().awaitComplete("gang");
        world().awaitFree(ALL_MILLI);
    }

    private void member(String name, String label, String annotations, String pod) {
        world().create(
                        KubeTypes.PODS,
                        ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default',%s},'annotations':{%s%s}},"
                                        + "'spec':{%s%s}}")
                                .formatted(name, label, annotations, SHORT, pod, containers("4")));
    }

    private boolean isWaiting(String pod) {
        return !world().podOf(pod).json().array("spec", "schedulingGates").isEmpty();
    }

    /// @param pod further fields of the pods' spec
    private void groupRunsWhole(String pod) {
        String size = "'sluice.dev/group-size':'3',";
        member("a", "'sluice.dev/group':'g'", size, pod);
        member("b", "'sluice.dev/group':'g'", size, pod);
        world().job("other", 1, "1", "", SHORT);
        world().awaitComplete("other");
        assertThat(isWaiting("a") && isWaiting("b")).isTrue();

        member("c", "'sluice.dev/group':'g'", size, pod);

        for (String name : List.of("a", "b", "c")) {
            world().await(name + " succeeds", () -> world().podOf(name).hasSucceeded());
        }
        world().awaitFree(ALL_MILLI);
    }

    @Test
    void aGroupIsPlacedOnceAllItsPodsAreThere() {
        groupRunsWhole("");
    }

    @Test
    void aGroupOfPinnedPodsIsPlacedOnceAllItsPodsAreThere() {
        groupRunsWhole("'affinity':{'podAntiAffinity':{}},");
    }

    @Test
    void coschedulingsPodGroupSaysHowManyPodsMustBeThere() {
        installPodGroups();
        world().create(
                        POD_GROUPS,
                        "{'apiVersion':'scheduling.x-k8s.io/v1alpha1','kind':'PodGroup','metadata':{'name':'pair'},"
                                + "'spec':{'minMember':2}}");
        member("a", "'scheduling.x-k8s.io/pod-group':'pair'", "", "");
        world().job("other", 1, "1", "", SHORT);
        world().awaitComplete("other");
        assertThat(isWaiting("a")).isTrue();

        member("b", "'scheduling.x-k8s.io/pod-group':'pair'", "", "");

        for (String name : List.of("a", "b")) {
            world().await(name + " succeeds", () -> world().podOf(name).hasSucceeded());
        }
        world().delete(POD_GROUPS, "pair");
        world().awaitFree(ALL_MILLI);
    }

    private void installPodGroups() {
        JsonObject definition =
                FollowedCluster.object("{'metadata':{'name':'podgroups.scheduling.x-k8s.io','annotations':{"
                        + "'api-approved.kubernetes.io':'unapproved, for a test'}},'spec':{'group':"
                        + "'scheduling.x-k8s.io','scope':'Namespaced','names':{'plural':'podgroups','kind':"
                        + "'PodGroup'},'versions':[{'name':'v1alpha1','served':true,'storage':true,'schema':{"
                        + "'openAPIV3Schema':{'type':'object','x-kubernetes-preserve-unknown-fields':true}}}]}}");
        world().kube().create(DEFINITIONS, "", definition, WriteOptions.PLAIN);
        world().await("PodGroups are served", () -> {
            try {
                return world().kube()
                        .list(POD_GROUPS, "default", ListOptions.ALL)
                        .items()
                        .isEmpty();
            } catch (ApiException _) {
                return false;
            }
        });
    }

    /// A Job that has ended, a suspended one and a pod that runs are the same, down to their versions, afterwards.
    @Test
    void unmanagedObjectsAreLeftAloneWhileIntakeIsDownAndWhenItIsBack() {
        world().intakeIsDown();
        world().create(
                        KubeTypes.JOBS,
                        "{'metadata':{'name':'other'},'spec':{'template':{'metadata':{'annotations':{%s}},'spec':{%s}}}}"
                                .formatted(SHORT, containers("1")));
        world().create(
                        KubeTypes.PODS,
                        "{'metadata':{'name':'alone','annotations':{%s}},'spec':{%s}}"
                                .formatted(FOREVER, containers("1")));
        world().create(
                        KubeTypes.JOBS,
                        "{'metadata':{'name':'held'},'spec':{'suspend':true,'template':{'spec':{%s}}}}"
                                .formatted(containers("1")));
        world().awaitComplete("other");
        world().await("the pod runs", () -> world().podOf("alone").phase().equals(Pod.RUNNING));
        world().await("the Job is seen as suspended", () -> Conditions.isTrue(world().jobObject("held"), "Suspended"));
        Supplier<List<JsonObject>> objects = () -> List.of(
                world().jobObject("other"),
                world().jobObject("held"),
                world().podOf("alone").json());
        List<JsonObject> before = objects.get();

        world().intakeIsBack();
        world().job("next", 1, "1", "", SHORT);
        world().awaitComplete("next");

        assertThat(objects.get()).isEqualTo(before);
        for (JsonObject object : before) {
            assertThat(object.object("metadata", "labels").toString()).doesNotContain("sluice.dev");
            assertThat(object.object("metadata", "annotations").toString())
                    .doesNotContain("sluice.dev/user", "sluice.dev/nodes", "sluice.dev/hold");
        }
        for (String name : List.of("other", "held", "alone")) {
            assertThat(world().reasons(name)).doesNotContain("Queued", "Foreign", "Adopted");
        }
        world().awaitFree(ALL_MILLI - 1000);
    }

    @Test
    void managedWorkThatStartedWhileIntakeWasDownIsCountedAndNeverSuspended() {
        world().intakeIsDown();
        world().create(
                        KubeTypes.JOBS,
                        "{'metadata':{'name':'missed',%s},'spec':{'template':{'metadata':{'annotations':{%s}},'spec':{%s}}}}"
                                .formatted(QUEUE, FOREVER, containers("1")));
        world().create(
                        KubeTypes.PODS,
                        "{'metadata':{'name':'bare',%s,'annotations':{%s}},'spec':{%s}}"
                                .formatted(QUEUE, FOREVER, containers("2")));

        world().await(
                        "both are told",
                        () -> world().reasons("missed").contains("Foreign")
                                && world().reasons("bare").contains("Foreign"));
        world().awaitFree(ALL_MILLI - 3000);
        BooleanSupplier bothRun = () ->
                world().running("missed") == 1 && world().podOf("bare").phase().equals(Pod.RUNNING);
        world().await("both run", bothRun);

        world().intakeIsBack();
        world().job("next", 3, "4", "", SHORT);
        world().await("next waits", () -> world().ask(engine -> engine.table().waitingCount()) == 1);
        assertThat(world().isSuspended("missed")).isFalse();
        assertThat(bothRun.getAsBoolean()).isTrue();
        world().delete(KubeTypes.JOBS, "missed");
        world().delete(KubeTypes.PODS, "bare");
        world().awaitComplete("next");
        world().awaitFree(ALL_MILLI);
    }

    /// Its first pod counts as foreign, and those that it gets later are queued.
    @Test
    void podsThatADeploymentGetsWhenIntakeIsBackAreQueued() {
        world().intakeIsDown();
        world().create(
                        KubeTypes.DEPLOYMENTS,
                        ("{'metadata':{'name':'web',%s},'spec':{'replicas':1,'selector':{'matchLabels':{'app':'web'}},"
                                        + "'template':{'metadata':{'labels':{'app':'web','sluice.dev/queue':'default'}},"
                                        + "'spec':{'containers':[{'name':'c','image':'i',"
                                        + "'resources':{'requests':{'cpu':'1'}}}]}}}}")
                                .formatted(QUEUE));
        world().await("its pod runs", () -> runningOf("default-scheduler") == 1);
        world().awaitFree(ALL_MILLI - 1000);

        world().intakeIsBack();
        world().patch(KubeTypes.DEPLOYMENTS, "web", "{'spec':{'replicas':3}}");

        world().await("the others run", () -> runningOf("sluice") == 2);
        assertThat(runningOf("default-scheduler")).isEqualTo(1);
        world().awaitFree(ALL_MILLI - 3000);
        world().delete(KubeTypes.DEPLOYMENTS, "web");
        world().awaitFree(ALL_MILLI);
    }

    private long runningOf(String scheduler) {
        return world().runningPods().stream()
                .filter(pod -> pod.json().text("spec", "schedulerName").equals(scheduler))
                .count();
    }

    @Test
    void aSuspendedJobThatIntakeMissedIsAdoptedAndRunsWhenItIsLetGo() {
        world().intakeIsDown();
        world().create(
                        KubeTypes.JOBS,
                        ("{'metadata':{'name':'missed',%s},'spec':{'suspend':true,'template':{'metadata':{"
                                        + "'annotations':{%s}},'spec':{%s}}}}")
                                .formatted(QUEUE, SHORT, containers("2")));
        world().await(
                        "the Job is held",
                        () -> !world().jobObject("missed")
                                .text("metadata", "annotations", "sluice.dev/hold")
                                .isEmpty());
        assertThat(world().jobObject("missed").text("spec", "podReplacementPolicy"))
                .isEqualTo("Failed");
        assertThat(world().jobObject("missed").object("metadata", "annotations").has("sluice.dev/user"))
                .as("nobody knows who created it")
                .isFalse();

        world().intakeIsBack();
        world().job("next", 1, "1", "", SHORT);
        world().awaitComplete("next");
        assertThat(world().isSuspended("missed")).isTrue();
        world().patch(KubeTypes.JOBS, "missed", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");

        world().awaitComplete("missed");
        world().await(
                        "Events tell",
                        () -> world().reasons("missed").containsAll(List.of("Adopted", "Queued", "Held", "Released")));
        world().awaitFree(ALL_MILLI);
    }
}
