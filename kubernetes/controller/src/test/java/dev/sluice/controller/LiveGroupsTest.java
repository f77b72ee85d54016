package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.image.JobTable;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Groups of pods, which are placed together, by either path.
class LiveGroupsTest {
    private static final List<String> MPI = List.of("launcher", "worker-0", "worker-1");
    private static final String RUN = "'sluice.dev/run-for':'20s'";
    private static final String BOUND = VirtualLiveCluster.BOUND + "'schedulingGates':[{'name':'sluice.dev/queued'}],";
    private static final ResourceType DEFINITIONS = new ResourceType(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false);
    private static final ResourceType POD_GROUPS =
            new ResourceType("scheduling.x-k8s.io", "v1alpha1", "podgroups", "PodGroup", true);

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    private void pod(String name, String label, String annotations, String path, String cpu) {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default',%s},'annotations':{%s}},'spec':{%s"
                                + "'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':{"
                                + "'requests':{'cpu':'%s'}}}]}}")
                        .formatted(name, label, annotations, path, cpu));
    }

    private void member(String name, int size, String path) {
        pod(name, "'sluice.dev/group':'g'", "'sluice.dev/group-size':'%d',".formatted(size) + RUN, path, "4");
    }

    private Pod get(String name) {
        return new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", name)));
    }

    private void delete(String name) {
        cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", name), DeleteOptions.PLAIN);
    }

    private int waiting() {
        return cluster.scheduler().engine().table().waitingCount();
    }

    private int running() {
        return cluster.scheduler().engine().table().runningCount();
    }

    @Test
    void eventsOfAGroupAreOnItsPods() {
        member("a", 2, BOUND);
        member("b", 2, BOUND);
        cluster.pass(10);

        assertThat(cluster.events("a")).contains("Queued: waits in queue default");
        assertThat(cluster.events("b")).contains("Queued: waits in queue default");
        assertThat(cluster.events("g")).isEmpty();
    }

    @Test
    void aWaitingGroupMayChangeItsQueue() {
        cluster.job("first", 1, "4", "", "'sluice.dev/run-for':'60s'");
        cluster.pass(3);
        for (String name : List.of("a", "b", "c")) {
            member(name, 3, BOUND);
        }
        cluster.pass(5);
        for (String name : List.of("a", "b", "c")) {
            cluster.patch(KubeTypes.PODS, name, "{'metadata':{'labels':{'sluice.dev/queue':'gpu'}}}");
        }
        cluster.pass(5);
        JobTable table = cluster.scheduler().engine().table();
        assertThat(IntStream.range(0, table.size())
                        .filter(job -> !table.isFree(job) && table.state(job).isWaiting())
                        .mapToObj(job -> table.job(job).queuePriority().queue()))
                .containsExactly("gpu");

        cluster.pass(150);
        assertThat(List.of(get("a"), get("b"), get("c"))).allMatch(Pod::hasSucceeded);
        cluster.assertInSync();
    }

    private void definePodGroups() {
        cluster.kube()
                .create(
                        DEFINITIONS,
                        "",
                        FollowedCluster.object(
                                "{'metadata':{'name':'podgroups.scheduling.x-k8s.io'},'spec':{'group':"
                                        + "'scheduling.x-k8s.io','scope':'Namespaced','names':{'plural':'podgroups','kind':"
                                        + "'PodGroup'},'versions':[{'name':'v1alpha1','served':true,'storage':true,'schema':{"
                                        + "'openAPIV3Schema':{'type':'object','x-kubernetes-preserve-unknown-fields':true}}}]}}"),
                        WriteOptions.PLAIN);
    }

    private void podGroup(int members) {
        cluster.create(
                POD_GROUPS,
                ("{'apiVersion':'scheduling.x-k8s.io/v1alpha1','kind':'PodGroup','metadata':{'name':'pair'},'spec':{"
                                + "'minMember':%d}}")
                        .formatted(members));
    }

    @Test
    void coschedulingsPodGroupSaysHowManyPodsMustBeThere() {
        definePodGroups();
        cluster.pass(2);
        for (String name : List.of("a", "b")) {
            pod(name, "'scheduling.x-k8s.io/pod-group':'pair'", RUN, BOUND, "4");
        }
        cluster.pass(5);
        assertThat(get("a").json().text("metadata", "annotations", "sluice.dev/refused"))
                .startsWith("label scheduling.x-k8s.io/pod-group (pair): the PodGroup cannot be read: ");

        podGroup(2);
        cluster.pass(60);

        assertThat(List.of(get("a"), get("b"))).allMatch(Pod::hasSucceeded);
        assertThat(refused("a")).isEmpty();
        cluster.assertInSync();
    }

    @Test
    void aPodGroupThatAsksForFewerPodsLaterIsSubmitted() {
        definePodGroups();
        cluster.pass(2);
        podGroup(3);
        for (String name : List.of("a", "b")) {
            pod(name, "'scheduling.x-k8s.io/pod-group':'pair'", RUN, BOUND, "4");
        }
        cluster.pass(30);
        assertThat(List.of(get("a"), get("b"))).noneMatch(Pod::isPlaced);

        cluster.patch(POD_GROUPS, "pair", "{'spec':{'minMember':2}}");
        cluster.pass(60);

        assertThat(List.of(get("a"), get("b"))).allMatch(Pod::hasSucceeded);
        cluster.assertInSync();
    }

    @Test
    void furtherPodsOfAGroupGetPlacesAsWell() {
        member("a", 2, BOUND);
        member("b", 2, BOUND);
        cluster.pass(5);
        member("c", 2, BOUND);
        cluster.pass(10);

        assertThat(get("c").isPlaced()).isTrue();
        assertThat(running()).isEqualTo(1);
        cluster.pass(60);
        assertThat(running()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aWaitingGroupThatLosesAPodWaitsForAnother() {
        cluster.job("first", 3, "4", "", "'sluice.dev/run-for':'60s'");
        cluster.pass(3);
        member("a", 2, BOUND);
        member("b", 2, BOUND);
        cluster.pass(5);
        assertThat(waiting()).isEqualTo(1);

        delete("b");
        cluster.pass(5);
        assertThat(waiting()).isZero();

        member("c", 2, BOUND);
        cluster.pass(150);
        assertThat(List.of(get("a"), get("c"))).allMatch(Pod::hasSucceeded);
        cluster.assertInSync();
    }

    @Test
    void aNameIsUsedAgainAfterTheGroupHasEnded() {
        member("a", 2, BOUND);
        member("b", 2, BOUND);
        cluster.pass(60);
        member("c", 2, BOUND);
        cluster.pass(5);
        assertThat(get("c").isPlaced()).isFalse();

        member("d", 2, BOUND);
        cluster.pass(60);

        assertThat(List.of(get("c"), get("d"))).allMatch(Pod::hasSucceeded);
        cluster.assertInSync();
    }

    @Test
    void podsForOtherNodesAndWrongSizesAreRefused() {
        pod("a", "'sluice.dev/group':'g'", "'sluice.dev/group-size':'2'", BOUND, "1");
        pod(
                "b",
                "'sluice.dev/group':'g'",
                "'sluice.dev/group-size':'2'",
                BOUND + "'nodeSelector':{'kubernetes.io/hostname':'node-0'},",
                "1");
        pod("c", "'sluice.dev/group':'h'", "'sluice.dev/group-size':'many'", BOUND, "2");
        cluster.pass(10);

        assertThat(refused("a"))
                .isEqualTo("pods (a) and (b) of group (g) must have the same node selector, node affinity, tolerations"
                        + " and host ports");
        assertThat(refused("c"))
                .isEqualTo("annotation sluice.dev/group-size (many) must be a number from 1 to 150000, the same for all"
                        + " pods of the group");
    }

    /// A launcher, and two workers that fill a node each.
    private void launcherAndWorkers(String path) {
        unlike("launcher", "1", path);
        unlike("worker-0", "4", path);
        unlike("worker-1", "4", path);
    }

    private void unlike(String name, String cpu, String path) {
        pod(name, "'sluice.dev/group':'mpi'", "'sluice.dev/group-size':'3'," + RUN, path, cpu);
    }

    @ParameterizedTest
    @ValueSource(strings = {BOUND, VirtualLiveCluster.GATED})
    void aGroupOfUnlikePodsIsPlacedWhole(String path) {
        cluster.job("first", 1, "4", "", RUN);
        cluster.pass(5);
        launcherAndWorkers(path);
        cluster.pass(5);
        assertThat(MPI).noneMatch(name -> get(name).isPlaced());
        assertThat(waiting()).isEqualTo(1);

        cluster.pass(25);
        assertThat(MPI).allMatch(name -> get(name).isPlaced());
        cluster.assertInSync();
        cluster.pass(60);

        assertThat(MPI).allMatch(name -> get(name).hasSucceeded() && cluster.startsOf(name) == 1);
        assertThat(running()).isZero();
        cluster.assertInSync();
    }

    @ParameterizedTest
    @ValueSource(strings = {BOUND, VirtualLiveCluster.GATED})
    void aCrashAfterEachCallChangesNothingForUnlikePods(String path) {
        int crashes = 0;
        for (int n = 1; n <= 12; n++) {
            LiveGroupsTest it = new LiveGroupsTest();
            int[] calls = new int[] {n};
            it.cluster.calls().listen(_ -> {
                if (--calls[0] == 0) {
                    it.cluster.crash();
                }
            });
            it.launcherAndWorkers(path);
            it.cluster.pass(40);
            crashes += calls[0] <= 0 ? 1 : 0;
            it.cluster.start();
            it.cluster.pass(90);

            assertThat(MPI)
                    .as("crash after call %d", n)
                    .allMatch(name -> it.get(name).hasSucceeded() && it.cluster.startsOf(name) == 1);
            assertThat(it.running()).isZero();
            it.cluster.assertInSync();
        }
        assertThat(crashes).as("gates, binds or pins, and Events").isEqualTo(12);
    }

    @Test
    void aFurtherPodOfAnotherShapeGetsAPlace() {
        launcherAndWorkers(BOUND);
        cluster.pass(8);
        unlike("monitor", "500m", BOUND);
        cluster.pass(8);

        assertThat(get("monitor").isPlaced()).isTrue();
        assertThat(running()).as("one job").isEqualTo(1);
        cluster.assertInSync();
        cluster.pass(60);
        assertThat(running()).isZero();
        cluster.assertInSync();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 12})
    void aGroupOfUnlikePodsIsAdoptedWhenTheStoreIsRestored(int seconds) {
        CountingStore.Backup backup = cluster.store().backup();
        launcherAndWorkers(BOUND);
        cluster.pass(seconds);
        cluster.crash();
        cluster.store().restore(backup);
        cluster.start();
        cluster.pass(8);
        assertThat(running()).isEqualTo(1);

        cluster.pass(60);

        assertThat(MPI).allMatch(name -> get(name).hasSucceeded() && cluster.startsOf(name) == 1);
        assertThat(running()).isZero();
        cluster.assertInSync();
    }

    private String refused(String pod) {
        JsonObject json = get(pod).json();
        return json.text("metadata", "annotations", "sluice.dev/refused");
    }

    @Test
    void aCrashAfterEachCallChangesNothingForGroups() {
        for (String path : List.of(BOUND, VirtualLiveCluster.GATED)) {
            for (int n = 1; n <= 12; n++) {
                assertThat(crashesAfter(n, path)).as("there are so many calls").isTrue();
            }
        }
    }

    private static boolean crashesAfter(int n, String path) {
        LiveGroupsTest it = new LiveGroupsTest();
        int[] calls = new int[] {n};
        it.cluster.calls().listen(_ -> {
            if (--calls[0] == 0) {
                it.cluster.crash();
            }
        });
        it.member("a", 3, path);
        it.member("b", 3, path);
        it.member("c", 3, path);
        it.cluster.pass(40);
        it.cluster.start();
        it.cluster.pass(90);

        assertThat(List.of(it.get("a"), it.get("b"), it.get("c")))
                .as("crash after call %d", n)
                .allMatch(Pod::hasSucceeded);
        assertThat(it.running()).isZero();
        it.cluster.assertInSync();
        return calls[0] <= 0;
    }
}
