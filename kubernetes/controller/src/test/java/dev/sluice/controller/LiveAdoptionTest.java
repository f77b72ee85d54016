package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.queue.image.JobTable;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Managed objects that intake has missed.
class LiveAdoptionTest {
    private static final String POD = "'metadata':{'annotations':{'sluice.dev/run-for':'10s'}},"
            + "'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'i',"
            + "'resources':{'requests':{'cpu':'1'}}}]}";

    private static final String UNSUSPENDED = "Foreign: was unsuspended past the queue: its pods are queued one by one;"
            + " suspend it to have it queued whole";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 2, "cpu=4,memory=8Gi");

    /// Creates a Job as its user writes it.
    private static void job(VirtualLiveCluster cluster, String name, String labels, boolean isSuspended) {
        cluster.create(
                KubeTypes.JOBS,
                "{'metadata':{'name':'%s','labels':{%s}},'spec':{'suspend':%b,'template':{%s}}}"
                        .formatted(name, labels, isSuspended, POD));
    }

    private static void manageNamespace(VirtualLiveCluster cluster) {
        cluster.patch(KubeTypes.NAMESPACES, "default", "{'metadata':{'labels':{'sluice.dev/managed':'true'}}}");
    }

    private String annotation(String job, String name) {
        return cluster.jobObject(job).text("metadata", "annotations", name);
    }

    private static void letGo(VirtualLiveCluster cluster, String job) {
        cluster.patch(KubeTypes.JOBS, job, "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
    }

    @Test
    void aSuspendedJobWithAQueueIsAdoptedAndHeld() {
        job(cluster, "missed", "'sluice.dev/queue':'default'", true);
        cluster.pass(20);

        JsonObject job = cluster.jobObject("missed");
        assertThat(job.array("spec", "template", "spec", "schedulingGates").toString())
                .isEqualTo("[{\"name\":\"sluice.dev/queued\"}]");
        assertThat(job.text("spec", "podReplacementPolicy")).isEqualTo("Failed");
        assertThat(annotation("missed", "sluice.dev/hold")).isEqualTo("was suspended when Sluice adopted it");
        assertThat(cluster.jobOf("missed").isSuspended()).isTrue();

        letGo(cluster, "missed");
        cluster.pass(30);

        assertThat(cluster.isComplete("missed")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aSuspendedJobOfAManagedNamespaceGetsAQueue() {
        manageNamespace(cluster);
        job(cluster, "missed", "", true);
        cluster.pass(10);

        assertThat(cluster.jobObject("missed").text("metadata", "labels", "sluice.dev/queue"))
                .isEqualTo("default");
        assertThat(cluster.scheduler().engine().table().waitingCount()).isEqualTo(1);
    }

    @Test
    void aSuspendedJobIsAdoptedWhenItsNamespaceIsManaged() {
        job(cluster, "early", "", true);
        cluster.pass(10);
        assertThat(cluster.jobObject("early").array("spec", "template", "spec", "schedulingGates"))
                .as("nothing unmanaged is touched")
                .isEmpty();

        manageNamespace(cluster);
        cluster.pass(10);

        assertThat(cluster.jobObject("early").array("spec", "template", "spec", "schedulingGates"))
                .hasSize(1);
    }

    @Test
    void aRunningJobIsNeverSuspendedAndCountsAsForeign() {
        manageNamespace(cluster);
        job(cluster, "running", "", false);
        cluster.pass(5);

        assertThat(cluster.jobOf("running").isSuspended()).isFalse();
        assertThat(cluster.jobObject("running").object("metadata", "labels").has("sluice.dev/queue"))
                .isFalse();
        assertThat(cluster.podsOf("running")).hasSize(1).allMatch(Pod::isPlaced);
        assertThat(cluster.events("running"))
                .containsExactly("Foreign: is not queued: it was started without Sluice, and counts as other"
                        + " schedulers' work");
        cluster.assertInSync();
    }

    @Test
    void aJobThatWasLetGoBeforeItWasSeenIsQueuedWhenItIsSuspendedAgain() {
        cluster.crash();
        cluster.job("hasty", 1, "1", "", "'sluice.dev/run-for':'10s'");
        cluster.patch(KubeTypes.JOBS, "hasty", "{'spec':{'suspend':false}}");
        cluster.pass(5);
        cluster.start();
        cluster.pass(5);
        assertThat(cluster.events("hasty")).containsExactly(UNSUSPENDED);

        cluster.patch(KubeTypes.JOBS, "hasty", "{'spec':{'suspend':true}}");
        cluster.pass(60);

        assertThat(cluster.isComplete("hasty")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aJobThatItsUserSuspendsAndLetsGoIsNotTakenForAReleasedOne() {
        for (String hold : List.of("", "'sluice.dev/hold':''")) {
            LiveAdoptionTest it = new LiveAdoptionTest();
            it.cluster.job("paused", 2, "4", "", "'sluice.dev/run-for':'60s'", "");
            it.cluster.pass(10);
            it.cluster.patch(
                    KubeTypes.JOBS,
                    "paused",
                    "{'metadata':{'annotations':{%s}},'spec':{'suspend':true}}".formatted(hold));
            it.cluster.pass(10);
            it.cluster.job("next", 2, "4", "", "'sluice.dev/run-for':'60s'");
            it.cluster.pass(10);
            it.cluster.patch(KubeTypes.JOBS, "paused", UNSUSPEND);
            it.cluster.pass(10);

            assertThat(it.cluster.events("paused"))
                    .contains(UNSUSPENDED)
                    .noneMatch(event -> event.startsWith("Adopted"));
            assertThat(it.cluster.podsOf("paused")).hasSize(2).noneMatch(Pod::isPlaced);
            assertThat(it.cluster.scheduler().engine().table().runningCount()).isEqualTo(1);
            it.cluster.pass(200);
            assertThat(List.of("paused", "next")).allMatch(it.cluster::isComplete);
            it.cluster.assertInSync();
        }
    }

    private static final String UNSUSPEND = "{'spec':{'suspend':false}}";

    @Test
    void podsOfAJobThatItsUserLetsGoAreQueuedOneByOne() {
        cluster.job("first", 2, "4", "", "'sluice.dev/run-for':'60s'");
        cluster.pass(5);
        cluster.job("hasty", 2, "4", "", "'sluice.dev/run-for':'10s'", "'sluice.dev/user':'alice'");
        cluster.createGated("gated", "'parallelism':1,'completions':3,", "4", "'sluice.dev/run-for':'10s'");
        cluster.pass(5);
        cluster.patch(KubeTypes.JOBS, "hasty", UNSUSPEND);
        cluster.patch(KubeTypes.JOBS, "gated", UNSUSPEND);
        cluster.pass(10);
        assertThat(cluster.events("hasty")).contains(UNSUSPENDED);
        assertThat(cluster.podsOf("hasty")).as("nothing is free").hasSize(2).noneMatch(Pod::isPlaced);
        assertThat(cluster.scheduler().engine().table().waitingCount()).isEqualTo(3);

        cluster.pass(200);

        assertThat(cluster.isComplete("hasty")).isTrue();
        assertThat(cluster.isComplete("gated")).isTrue();
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aJobThatItsUserLetsGoAndSuspendsAgainIsQueuedAgain() {
        cluster.job("hasty", 2, "4", "", "'sluice.dev/run-for':'30s'", "'sluice.dev/hold':'not yet'");
        cluster.pass(5);
        cluster.patch(KubeTypes.JOBS, "hasty", UNSUSPEND);
        cluster.pass(10);
        assertThat(cluster.podsOf("hasty")).hasSize(2).allMatch(Pod::isPlaced);

        cluster.patch(KubeTypes.JOBS, "hasty", "{'spec':{'suspend':true}}");
        cluster.pass(60);
        assertThat(cluster.podsOf("hasty")).isEmpty();
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        letGo(cluster, "hasty");
        cluster.pass(60);

        assertThat(annotation("hasty", "sluice.dev/attempt")).isEqualTo("1");
        assertThat(cluster.isComplete("hasty")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aRestartFindsThePodsOfAJobThatItsUserLetGo() {
        cluster.job("hasty", 2, "4", "", "'sluice.dev/run-for':'30s'", "'sluice.dev/hold':'not yet'");
        cluster.pass(5);
        cluster.crash();
        cluster.patch(KubeTypes.JOBS, "hasty", UNSUSPEND);
        cluster.pass(5);
        cluster.start();
        cluster.pass(10);
        assertThat(cluster.podsOf("hasty")).hasSize(2).allMatch(Pod::isPlaced);
        cluster.crash();
        cluster.start();
        cluster.pass(60);

        assertThat(cluster.isComplete("hasty")).isTrue();
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void podsOfAJobThatAnotherControllerOwnsAndThatNamesSluiceArePlaced() {
        manageNamespace(cluster);
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'step','ownerReferences':[{'apiVersion':'x/v1','kind':'Workflow','name':'w',"
                                + "'uid':'u-1'}]},'spec':{'template':{%s}}}")
                        .formatted(POD.replace("'spec':{", "'spec':{'schedulerName':'sluice',")));
        cluster.pass(60);

        assertThat(cluster.events("step")).containsExactly("Foreign: is not queued: its pods are, one by one");
        assertThat(cluster.isComplete("step")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aPodThatIntakeMissedCountsAsForeign() {
        manageNamespace(cluster);
        cluster.pass(1);
        cluster.create(KubeTypes.PODS, "{'metadata':{'name':'web'},'spec':{'containers':[{'name':'c','image':'i'}]}}");
        cluster.pass(10);

        assertThat(cluster.events("web")).hasSize(1).allMatch(event -> event.startsWith("Foreign"));
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    /// Creates a pod that names Sluice, without intake.
    private void ungatedPod(String name, String labels, String annotations, String spec) {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'%s','labels':{%s},'annotations':{'sluice.dev/run-for':'10s'%s}},'spec':{%s%s"
                                + "'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}")
                        .formatted(name, labels, annotations, VirtualLiveCluster.BOUND, spec));
    }

    private Pod podOf(String name) {
        return new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", name)));
    }

    @Test
    void aPodThatNamesSluiceWithoutAGateIsQueued() {
        manageNamespace(cluster);
        cluster.pass(1);
        ungatedPod("bare", "", "", "");
        cluster.pass(30);

        assertThat(cluster.events("bare")).contains("Queued: waits in queue default");
        assertThat(podOf("bare").hasSucceeded()).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aGroupOfPodsThatNameSluiceWithoutGatesIsQueued() {
        for (String name : List.of("a", "b")) {
            ungatedPod(name, "'sluice.dev/queue':'default','sluice.dev/group':'g'", ",'sluice.dev/group-size':'2'", "");
            cluster.pass(5);
            assertThat(podOf(name).isPlaced()).isEqualTo(name.equals("b"));
        }
        cluster.pass(30);

        assertThat(List.of(podOf("a"), podOf("b"))).allMatch(Pod::hasSucceeded);
        cluster.assertInSync();
    }

    @Test
    void theUserOfAPodThatNamesSluiceAndIsNotManagedIsTold() {
        ungatedPod("early", "", "", "");
        cluster.pass(10);
        assertThat(podOf("early").isPlaced()).isFalse();
        assertThat(cluster.events("early"))
                .containsExactly("NotManaged: is not queued, although it names scheduler sluice or has its gate:"
                        + " label its namespace sluice.dev/managed=true, or the object itself sluice.dev/queue=QUEUE");

        manageNamespace(cluster);
        cluster.pass(30);

        assertThat(podOf("early").hasSucceeded()).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aPodThatNamesSluiceAndNeedsTheDefaultSchedulerIsRefused() {
        ungatedPod(
                "claims",
                "'sluice.dev/queue':'default'",
                "",
                "'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'data'}}],");
        cluster.pass(10);

        assertThat(podOf("claims").json().text("metadata", "annotations", "sluice.dev/refused"))
                .startsWith("spec.schedulerName (sluice): the pod's volumes");
    }

    @Test
    void h16AQueuedJobGetsWhatAnOlderVersionHasNotWritten() {
        for (boolean isHeld : List.of(true, false)) {
            LiveAdoptionTest it = new LiveAdoptionTest();
            it.cluster.job("first", 2, "4", "", "'sluice.dev/run-for':'60s'");
            it.cluster.pass(5);
            it.cluster.job(
                    "old",
                    1,
                    "1",
                    "",
                    "'sluice.dev/run-for':'10s'",
                    "'sluice.dev/user':'alice'" + (isHeld ? ",'sluice.dev/hold':'mine'" : ""));
            it.cluster.pass(5);
            it.cluster.crash();
            it.cluster.patch(
                    KubeTypes.JOBS,
                    "old",
                    "{'metadata':{'labels':{'sluice.dev/queue':null}},"
                            + "'spec':{'podReplacementPolicy':'TerminatingOrFailed'}}");
            it.cluster.start();
            it.cluster.pass(10);

            JsonObject old = it.cluster.jobObject("old");
            assertThat(old.text("metadata", "labels", "sluice.dev/queue")).isEqualTo("default");
            assertThat(old.text("spec", "podReplacementPolicy")).isEqualTo("Failed");
            assertThat(it.annotation("old", "sluice.dev/user")).isEqualTo("alice");
            assertThat(it.annotation("old", "sluice.dev/hold")).isEqualTo(isHeld ? "mine" : "");
            letGo(it.cluster, "old");
            it.cluster.pass(120);
            assertThat(it.cluster.isComplete("old")).isTrue();
            it.cluster.assertInSync();
        }
    }

    @Test
    void h16APodThatIntakeMissedGetsAQueueAndNoUserThatNobodyHasChecked() {
        manageNamespace(cluster);
        cluster.pass(1);
        cluster.job("first", 2, "4", "", "'sluice.dev/run-for':'60s'");
        cluster.pass(5);
        String bob = ",'sluice.dev/user':'bob'";
        ungatedPod("bare", "", bob, "");
        ungatedPod("gated", "", bob, GATE);
        ungatedPod("member", "'sluice.dev/group':'g'", bob + ",'sluice.dev/group-size':'1'", GATE);
        ungatedPod("seen", "'sluice.dev/queue':'default'", bob, GATE);
        cluster.pass(10);

        for (String name : List.of("bare", "gated", "member")) {
            JsonObject pod = podOf(name).json();
            assertThat(pod.text("metadata", "labels", "sluice.dev/queue"))
                    .as(name)
                    .isEqualTo("default");
            assertThat(pod.object("metadata", "annotations").has("sluice.dev/user"))
                    .as(name)
                    .isFalse();
        }
        assertThat(podOf("seen").json().text("metadata", "annotations", "sluice.dev/user"))
                .isEqualTo("bob");
        cluster.crash();
        cluster.start();
        cluster.pass(150);
        assertThat(List.of("bare", "gated", "member", "seen"))
                .allMatch(name -> podOf(name).hasSucceeded());
        cluster.assertInSync();
    }

    @Test
    void h16TheQueueOfAMissedPodIsWrittenAgainAfterAConflict() {
        manageNamespace(cluster);
        cluster.pass(1);
        cluster.job("first", 2, "4", "", "'sluice.dev/run-for':'60s'");
        cluster.pass(5);
        cluster.crash();
        ungatedPod("gated", "", "", GATE);
        cluster.fence(20);
        cluster.start();
        cluster.pass(30);

        assertThat(podOf("gated").json().text("metadata", "labels", "sluice.dev/queue"))
                .isEqualTo("default");
    }

    @Test
    void aRestartTellsNothingAgainOfWhatRanPastTheQueueBefore() {
        manageNamespace(cluster);
        cluster.pass(1);
        cluster.create(KubeTypes.PODS, "{'metadata':{'name':'web'},'spec':{'containers':[{'name':'c','image':'i'}]}}");
        cluster.pass(1000);
        cluster.crash();
        cluster.create(KubeTypes.PODS, "{'metadata':{'name':'late'},'spec':{'containers':[{'name':'c','image':'i'}]}}");
        cluster.pass(100);
        int before = cluster.notices().size();
        cluster.start();
        cluster.pass(10);

        assertThat(cluster.notices().subList(before, cluster.notices().size()))
                .containsExactly(
                        "default/late Foreign: is not queued: it was started without Sluice, and counts as other"
                                + " schedulers' work");
        cluster.assertInSync();
    }

    private static final String GATE = "'schedulingGates':[{'name':'sluice.dev/queued'}],";

    private List<String> usersOfStarted() {
        JobTable table = cluster.scheduler().engine().table();
        return IntStream.range(0, table.size())
                .filter(job -> !table.isFree(job))
                .mapToObj(job -> table.job(job).owner().user())
                .toList();
    }

    @Test
    void podsThatHaveNotOptedInStayWhereTheyAreWithAGateToo() {
        ungatedPod("bare", "", ",'sluice.dev/user':'bob'", GATE);
        ungatedPod("released", "", ",'sluice.dev/attempt':'1','sluice.dev/nodes':'node-0'", "");
        for (String name : List.of("a", "b")) {
            ungatedPod(name, "'sluice.dev/group':'g'", ",'sluice.dev/group-size':'2','sluice.dev/user':'bob'", GATE);
        }
        cluster.pass(30);

        for (String name : List.of("bare", "released", "a", "b")) {
            assertThat(podOf(name).isPlaced()).as(name).isFalse();
            assertThat(cluster.events(name)).hasSize(1).allMatch(event -> event.startsWith("NotManaged: "));
        }
        assertThat(podOf("bare").json().array("spec", "schedulingGates")).hasSize(1);
        assertThat(usersOfStarted()).isEmpty();
        assertThat(cluster.calls().made()).noneMatch(call -> call.startsWith("bind") || call.startsWith("release"));
    }

    @Test
    void aPodThatIsOlderThanItsNamespacesLabelBelongsToNobody() {
        ungatedPod("early", "", ",'sluice.dev/user':'bob','sluice.dev/run-for':'forever'", GATE);
        for (String name : List.of("a", "b")) {
            ungatedPod(name, "'sluice.dev/group':'g'", ",'sluice.dev/group-size':'2','sluice.dev/user':'bob'", GATE);
        }
        cluster.pass(5);
        manageNamespace(cluster);
        cluster.pass(5);

        assertThat(List.of(podOf("early"), podOf("a"), podOf("b"))).allMatch(Pod::isPlaced);
        assertThat(usersOfStarted()).hasSize(2).containsOnly("");
        cluster.assertInSync();
    }

    @Test
    void aGatedPodThatNamesSluiceAndNeedsTheDefaultSchedulerIsRefused() {
        String rules = GATE + "'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{"
                + "'labelSelector':{'matchLabels':{'a':'b'}},'topologyKey':'kubernetes.io/hostname'}]}},";
        ungatedPod("apart", "'sluice.dev/queue':'default'", "", rules);
        ungatedPod(
                "member", "'sluice.dev/queue':'default','sluice.dev/group':'g'", ",'sluice.dev/group-size':'1'", rules);
        cluster.pass(10);

        for (String name : List.of("apart", "member")) {
            assertThat(podOf(name).json().text("metadata", "annotations", "sluice.dev/refused"))
                    .startsWith("spec.schedulerName (sluice): the pod's volumes");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'data'}}]",
                "'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{"
                        + "'labelSelector':{'matchLabels':{'a':'b'}},'topologyKey':'kubernetes.io/hostname'}]}}",
                "'runtimeClassName':'kata'"
            })
    void aSuspendedJobThatNamesSluiceAndNeedsTheDefaultSchedulerIsRefused(String needs) {
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'claims','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'template':{%s}}}")
                        .formatted(POD.replace("'spec':{", "'spec':{'schedulerName':'sluice'," + needs + ",")));
        cluster.pass(10);
        letGo(cluster, "claims");
        cluster.pass(20);

        assertThat(cluster.jobOf("claims").isSuspended()).isTrue();
        assertThat(annotation("claims", "sluice.dev/refused"))
                .startsWith("spec.schedulerName (sluice): the pod's volumes")
                .contains("create the Job again, with intake");
    }

    @Test
    void whatAnotherControllerManagesIsLeftAlone() {
        manageNamespace(cluster);
        cluster.create(
                KubeTypes.JOBS,
                "{'metadata':{'name':'remote'},'spec':{'suspend':true,'managedBy':'lab.example/other','template':{%s}}}"
                        .formatted(POD));
        cluster.pass(10);

        assertThat(cluster.jobObject("remote").object("metadata", "labels").has("sluice.dev/queue"))
                .isFalse();
        assertThat(cluster.calls().made()).isEmpty();
    }

    @Test
    void aSuspendedJobThatNamesSluiceIsHeldIfIntakeHasMissedIt() {
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'partly','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'template':{%s}}}")
                        .formatted(POD.replace("'spec':{", "'spec':{'schedulerName':'sluice',")));
        cluster.pass(20);

        assertThat(cluster.jobObject("partly").text("spec", "podReplacementPolicy"))
                .isEqualTo("Failed");
        assertThat(annotation("partly", "sluice.dev/hold")).isEqualTo("was suspended when Sluice adopted it");
        assertThat(cluster.jobOf("partly").isSuspended()).isTrue();

        letGo(cluster, "partly");
        cluster.pass(30);

        assertThat(cluster.isComplete("partly")).isTrue();
        cluster.assertInSync();
    }

    /// Such as with `kubectl get job x -o json | … | kubectl replace --force -f -`.
    @Test
    void aJobThatIsMadeFromOneThatHasRunIsQueuedAsANewOne() {
        cluster.job(
                "again",
                2,
                "4",
                "",
                "'sluice.dev/run-for':'10s'",
                "'sluice.dev/attempt':'1','sluice.dev/nodes':'node-[0-1]','sluice.dev/start-failures':'2'");
        cluster.pass(30);

        assertThat(annotation("again", "sluice.dev/hold")).isEmpty();
        assertThat(annotation("again", "sluice.dev/start-failures")).isEmpty();
        assertThat(annotation("again", "sluice.dev/attempt")).isEqualTo("1");
        assertThat(cluster.isComplete("again")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aCrashAfterEachCallOfAnAdoptionChangesNothing() {
        Consumer<VirtualLiveCluster> story = it -> {
            job(it, "missed", "'sluice.dev/queue':'default'", true);
            it.pass(20);
        };
        int crashes = 0;
        for (int n = 1; n == crashes + 1; n++) {
            VirtualLiveCluster crashing = new VirtualLiveCluster(n, 2, "cpu=4,memory=8Gi");
            int[] calls = new int[] {n};
            crashing.calls().listen(_ -> {
                if (--calls[0] == 0) {
                    crashing.crash();
                }
            });
            story.accept(crashing);
            crashes += calls[0] <= 0 ? 1 : 0;
            crashing.start();
            crashing.pass(10);
            letGo(crashing, "missed");
            crashing.pass(60);

            assertThat(crashing.isComplete("missed"))
                    .as("crash after call %d", n)
                    .isTrue();
            crashing.assertInSync();
        }
        assertThat(crashes).as("the adoption, and Events").isPositive();
    }
}
