package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Pods that no Job owns, which the default scheduler binds to the nodes that were decided.
class LiveGatedPodsTest {
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 2, "cpu=4,memory=8Gi");

    private static final String BATCH = "'restartPolicy':'Never',";
    private static final String TWENTY_SECONDS = "'sluice.dev/run-for':'20s'";

    /// Creates a pod as intake leaves it.
    private void pod(String name, String cpu, String more, String annotations) {
        String text = ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'},'annotations':{%s}},"
                        + "'spec':{%s%s'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'%s'}}}]}}")
                .formatted(name, annotations, VirtualLiveCluster.GATED, more, cpu);
        cluster.kube().create(KubeTypes.PODS, "default", FollowedCluster.object(text), WriteOptions.PLAIN);
    }

    private Pod get(String name) {
        return new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", name)));
    }

    private int running() {
        return cluster.scheduler().engine().table().runningCount();
    }

    @Test
    void podsWaitBehindTheirGatesUntilThereIsRoom() {
        pod("a", "4", BATCH, TWENTY_SECONDS);
        pod("b", "4", BATCH, TWENTY_SECONDS);
        pod("c", "4", BATCH, TWENTY_SECONDS);
        cluster.pass(10);

        assertThat(List.of(get("a"), get("b"))).allMatch(Pod::isPlaced);
        assertThat(get("c").json().array("spec", "schedulingGates")).hasSize(1);

        cluster.pass(60);

        assertThat(List.of(get("a"), get("b"), get("c"))).allMatch(Pod::hasSucceeded);
        assertThat(running()).isZero();
        cluster.assertInSync();
    }

    @Test
    void theNodeIsDemandedByEveryTermOfThePodsAffinity() {
        pod(
                "picky",
                "1",
                BATCH
                        + "'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':"
                        + "{'nodeSelectorTerms':[{'matchExpressions':[{'key':'kubernetes.io/hostname','operator':'In',"
                        + "'values':['node-1']}]},{'matchExpressions':[{'key':'no/such','operator':'Exists'}]}]}}},",
                TWENTY_SECONDS);
        cluster.pass(10);

        Pod pod = get("picky");
        assertThat(pod.nodeName()).isEqualTo("node-1");
        assertThat(pod.json()
                        .array(
                                "spec",
                                "affinity",
                                "nodeAffinity",
                                "requiredDuringSchedulingIgnoredDuringExecution",
                                "nodeSelectorTerms"))
                .hasSize(2)
                .allMatch(term -> term.toString()
                        .contains("\"matchFields\":[{\"key\":\"metadata.name\",\"operator\":\"In\","
                                + "\"values\":[\"node-1\"]}]"));
    }

    private void gatedByOthersToo(String name, String scheduler, String labels, String annotations) {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'%s},'annotations':{%s%s}},'spec':{"
                                + "'schedulerName':'%s','schedulingGates':[{'name':'lab.example/quota'},"
                                + "{'name':'sluice.dev/queued'}],'restartPolicy':'Never','containers':[{'name':'c',"
                                + "'image':'i','resources':{'requests':{'cpu':'1'}}}]}}")
                        .formatted(name, labels, TWENTY_SECONDS, annotations, scheduler));
    }

    private void removeOtherGate(String name) {
        cluster.patch(KubeTypes.PODS, name, "{'spec':{'schedulingGates':[{'name':'sluice.dev/queued'}]}}");
    }

    @Test
    void aPodIsQueuedOnceTheGatesOfOtherProgramsAreGone() {
        for (String scheduler : List.of("default-scheduler", "sluice")) {
            String name = "of-" + scheduler;
            gatedByOthersToo(name, scheduler, "", "");
            cluster.pass(30);

            assertThat(get(name).json().array("spec", "schedulingGates")).hasSize(2);
            assertThat(running()).as("no place idles").isZero();
            assertThat(get(name).json().text("metadata", "annotations", "sluice.dev/refused"))
                    .isEqualTo("spec.schedulingGates (lab.example/quota): the pod is queued once the programs that have"
                            + " set these gates have removed them");

            removeOtherGate(name);
            cluster.pass(60);

            assertThat(get(name).hasSucceeded()).as(name).isTrue();
            assertThat(get(name).json().object("metadata", "annotations").has("sluice.dev/refused"))
                    .isFalse();
        }
        cluster.assertInSync();
    }

    @Test
    void aGroupIsCompleteOnceTheGatesOfOtherProgramsAreGone() {
        String label = ",'sluice.dev/group':'g'";
        String size = ",'sluice.dev/group-size':'2'";
        gatedByOthersToo("a", "default-scheduler", label, size);
        gatedByOthersToo("b", "default-scheduler", label, size);
        removeOtherGate("a");
        cluster.pass(30);
        assertThat(running()).isZero();
        assertThat(get("a").isPlaced()).isFalse();

        removeOtherGate("b");
        cluster.pass(60);

        assertThat(List.of(get("a"), get("b"))).allMatch(Pod::hasSucceeded);
        cluster.assertInSync();
    }

    @Test
    void anUnschedulablePodWithoutOwnerStaysAndCountsAsForeign() {
        cluster.calls().before("pin", () -> cluster.foreignPod("thief", "node-0", "1"));
        pod("alone", "4", BATCH, TWENTY_SECONDS);
        cluster.pass(60);

        assertThat(get("alone").isPlaced()).isFalse();
        assertThat(running()).as("its share is released").isZero();

        cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", "thief"), DeleteOptions.PLAIN);
        cluster.pass(20);
        assertThat(get("alone").nodeName()).isEqualTo("node-0");
        cluster.assertInSync();
    }

    @Test
    void aPodThatWasGivenUpIsNotAdoptedAfterARestart() {
        cluster.calls().before("pin", () -> cluster.foreignPod("thief", "node-0", "1"));
        pod("alone", "4", BATCH, TWENTY_SECONDS);
        cluster.pass(60);
        cluster.crash();
        cluster.start();
        cluster.pass(10);

        assertThat(running()).isZero();
        assertThat(cluster.scheduler().engine().table().finished().all()).hasSize(1);
        assertThat(cluster.events("alone")).noneMatch(event -> event.startsWith("Adopted"));
        cluster.assertInSync();
    }

    @Test
    void podsOfADeploymentAreScheduledOneByOneAndReplacedElsewhere() {
        cluster.calls().before("pin", () -> cluster.foreignPod("thief", "node-0", "3"));
        String text = "{'metadata':{'name':'web'},'spec':{'replicas':2,'selector':{'matchLabels':{'app':'web'}},"
                + "'template':{'metadata':{'labels':{'app':'web','sluice.dev/queue':'default'}},'spec':{"
                + VirtualLiveCluster.GATED
                + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'2'}}}]}}}}";
        cluster.kube().create(KubeTypes.DEPLOYMENTS, "default", FollowedCluster.object(text), WriteOptions.PLAIN);
        cluster.pass(120);

        List<JsonObject> pods =
                cluster.kube().list(KubeTypes.PODS, "default", ListOptions.ALL).items();
        assertThat(pods)
                .filteredOn(pod -> pod.text("metadata", "labels", "app").equals("web"))
                .hasSize(2)
                .allMatch(pod -> new Pod(pod).nodeName().equals("node-1"));
        assertThat(running()).isEqualTo(2);
        cluster.assertInSync();
    }

    @Test
    void aPodThatEndsWhileTheSchedulerIsDownIsReadAfterwards() {
        pod("a", "4", BATCH, TWENTY_SECONDS);
        cluster.pass(10);
        cluster.crash();
        cluster.pass(60);
        assertThat(get("a").hasSucceeded()).isTrue();
        cluster.start();
        cluster.pass(10);

        assertThat(running()).isZero();
        assertThat(cluster.scheduler().engine().table().finished().all().values())
                .singleElement()
                .matches(it -> it.how() == dev.sluice.queue.JobState.COMPLETED);
        cluster.assertInSync();
    }

    @Test
    void aWaitingPodThatIsDeletedLeavesTheQueue() {
        pod("a", "4", "", "");
        pod("b", "4", "", "");
        pod("c", "4", "", "");
        cluster.pass(5);
        cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", "c"), DeleteOptions.PLAIN);
        cluster.pass(5);

        assertThat(cluster.scheduler().engine().table().waitingCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aCrashAfterAPinChangesNothing() {
        pod("a", "4", BATCH, TWENTY_SECONDS);
        pod("b", "4", BATCH, TWENTY_SECONDS);
        pod("c", "4", BATCH, TWENTY_SECONDS);
        cluster.calls().listen(call -> {
            if (call.startsWith("pin")) {
                cluster.crash();
            }
        });
        cluster.pass(30);
        cluster.start();
        cluster.pass(90);

        assertThat(List.of(get("a"), get("b"), get("c"))).allMatch(Pod::hasSucceeded);
        cluster.assertInSync();
    }
}
