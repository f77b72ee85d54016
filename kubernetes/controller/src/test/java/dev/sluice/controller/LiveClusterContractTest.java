package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.Source;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.object.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What users see of the scheduler, from creation to end, on any cluster whose nodes refuse what does not fit: Jobs,
/// pods and Deployments that Sluice binds itself. The other path, groups and what intake has missed are in the class
/// above.
abstract class LiveClusterContractTest extends LivePathsContractTest {
    @Test
    void aJobIsReleasedBoundAndCompletes() {
        world().job("train", 6, "2", "", SHORT);

        world().awaitComplete("train");

        assertThat(world().jobObject("train").text("metadata", "annotations", "sluice.dev/user"))
                .isNotEmpty();
        assertThat(world().jobObject("train").text("metadata", "annotations", "sluice.dev/nodes"))
                .isEqualTo("node-[0-2]");
        assertThat(world().podsOf("train")).hasSize(6).allMatch(Pod::hasSucceeded);
        world().awaitFree(ALL_MILLI);
    }

    @Test
    void podsOfAnIndexedJobGoToThePlannedNodesInTheirOrder() {
        world().job("mpi", 6, "2", "'completionMode':'Indexed',", SHORT);

        world().awaitComplete("mpi");

        Map<Integer, String> nodes = new TreeMap<>();
        world().podsOf("mpi").forEach(pod -> nodes.put(pod.completionIndex(), pod.nodeName()));
        assertThat(nodes.values()).containsExactly("node-0", "node-0", "node-1", "node-1", "node-2", "node-2");
    }

    @Test
    void aJobWithMoreCompletionsThanPlacesRunsThemOneAfterAnother() {
        world().job("many", "'parallelism':2,'completions':5,", "4", SHORT, "");

        world().awaitComplete("many");

        assertThat(world().podsOf("many")).hasSize(5).allMatch(Pod::hasSucceeded);
        assertThat(world().podsOf("many").stream().map(Pod::nodeName).distinct())
                .as("its two places")
                .hasSize(2);
        world().awaitFree(ALL_MILLI);
    }

    @Test
    void aFailedJobFreesItsPlaces() {
        world().job("flaky", 3, "4", "'backoffLimit':0,", SHORT + ",'sluice.dev/exit-code':'3'");

        world().await("flaky has failed", () -> world().hasFailed("flaky"));

        world().awaitFree(ALL_MILLI);
    }

    @Test
    void aDeletedJobFreesItsPlacesForTheNext() {
        world().job("first", 3, "4", "", FOREVER);
        world().await("first runs", () -> world().running("first") == 3);
        world().job("next", 3, "4", "", SHORT);

        world().delete(KubeTypes.JOBS, "first");

        world().awaitComplete("next");
        world().awaitFree(ALL_MILLI);
    }

    @Test
    void aWaitingJobThatIsDeletedLeavesTheQueue() {
        world().job("first", 3, "4", "", FOREVER);
        world().await("first runs", () -> world().running("first") == 3);
        world().job("gone", 3, "4", "", SHORT);
        world().await("gone waits", () -> world().ask(engine -> engine.table().waitingCount()) == 1);

        world().delete(KubeTypes.JOBS, "gone");

        world().await(
                        "the queue is empty",
                        () -> world().ask(engine -> engine.table().waitingCount()) == 0);
        assertThat(world().freeMilli()).isZero();
    }

    @Test
    void aJobHeldByItsUserStartsWhenItsHoldIsRemoved() {
        world().job("held", "'parallelism':1,'completions':1,", "1", SHORT, "'sluice.dev/hold':'by its user'");
        world().job("other", 1, "1", "", SHORT);
        world().awaitComplete("other");
        assertThat(world().isSuspended("held")).isTrue();

        world().patch(KubeTypes.JOBS, "held", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");

        world().awaitComplete("held");
    }

    @Test
    void barePodsWaitBehindTheirGatesUntilThereIsRoom() {
        world().job("first", 3, "4", "", FOREVER);
        world().await("first runs", () -> world().running("first") == 3);
        world().pod("bare", "4", SHORT);
        world().await("bare waits", () -> world().ask(engine -> engine.table().waitingCount()) == 1);
        assertThat(world().podOf("bare").json().array("spec", "schedulingGates"))
                .hasSize(1);

        world().delete(KubeTypes.JOBS, "first");

        world().await("bare succeeds", () -> world().podOf("bare").hasSucceeded());
        world().awaitFree(ALL_MILLI);
    }

    @Test
    void podsOfADeploymentArePlacedOneByOne() {
        world().create(
                        KubeTypes.DEPLOYMENTS,
                        "{'metadata':{'name':'web','labels':{'sluice.dev/queue':'default'}},'spec':{'replicas':3,"
                                + "'selector':{'matchLabels':{'app':'web'}},"
                                + "'template':{'metadata':{'labels':{'app':'web','sluice.dev/queue':'default'}},"
                                + "'spec':{'containers':[{'name':'c','image':'i',"
                                + "'resources':{'requests':{'cpu':'2'}}}]}}}}");
        assertThat(world().deployment("web").object("metadata", "annotations").has("sluice.dev/user"))
                .isTrue();
        assertThat(world().deployment("web").text("spec", "template", "spec", "schedulerName"))
                .as("its template is its user's")
                .isNotEqualTo("sluice");
        world().await("all run", () -> world().runningPods().size() == 3);
        assertThat(world().runningPods()).allSatisfy(pod -> {
            assertThat(pod.json().text("spec", "schedulerName")).isEqualTo("sluice");
            assertThat(pod.json().object("metadata", "annotations").has("sluice.dev/user"))
                    .as("what a controller makes names no user")
                    .isFalse();
        });
        world().awaitFree(ALL_MILLI - 6000);

        world().patch(KubeTypes.DEPLOYMENTS, "web", "{'spec':{'replicas':1}}");

        world().awaitFree(ALL_MILLI - 2000);
        world().delete(KubeTypes.DEPLOYMENTS, "web");
        world().awaitFree(ALL_MILLI);
    }

    /// Each gang needs all six places, and its pods end only once all of them run.
    @Test
    void twoGangsThatDeadlockUnderTheDefaultSchedulerRunOneAfterTheOther() {
        world().job("red", 6, "2", "", SHORT + ",'sluice.dev/ends-with-gang':'6'");
        world().job("blue", 6, "2", "", SHORT + ",'sluice.dev/ends-with-gang':'6'");

        world().awaitComplete("red", "blue");

        world().awaitFree(ALL_MILLI);
    }

    /// The gates only make the order certain in which the scheduler meets the pods: one of each gang in turn.
    @Test
    void theDefaultSchedulerDeadlocksTheSameGangs() {
        for (String gang : List.of("red", "blue")) {
            world().create(
                            KubeTypes.JOBS,
                            ("{'metadata':{'name':'%s'},'spec':{'parallelism':6,'completions':6,"
                                            + "'template':{'metadata':{'annotations':{'sluice.dev/run-for':'1s',"
                                            + "'sluice.dev/ends-with-gang':'6'}},'spec':{'restartPolicy':'Never',"
                                            + "'schedulingGates':[{'name':'example.com/order'}],"
                                            + "'containers':[{'name':'c','image':'i',"
                                            + "'resources':{'requests':{'cpu':'2'}}}]}}}}")
                                    .formatted(gang));
            world().await("pods of " + gang, () -> world().podsOf(gang).size() == 6);
        }
        List<Pod> red = world().podsOf("red");
        List<Pod> blue = world().podsOf("blue");
        for (int i = 0; i < 6; i++) {
            world().ungate(red.get(i));
            world().ungate(blue.get(i));
            long placed = Math.min(6, 2 * (i + 1L));
            world().await(
                            "placed: " + placed,
                            () -> world().pods().stream().filter(Pod::isPlaced).count() == placed);
        }

        world().await("three of each run", () -> world().running("red") == 3 && world().running("blue") == 3);

        assertThat(world().pods().stream().filter(Pod::isPlaced))
                .as("all places")
                .hasSize(6);
        world().awaitFree(0);
        assertThat(world().isComplete("red") || world().isComplete("blue")).isFalse();
    }

    @Test
    void backfilledJobsDoNotDelayTheReservedOne() {
        world().job("running", 2, "4", "'activeDeadlineSeconds':1000,", FOREVER);
        world().await("running runs", () -> world().running("running") == 2);
        world().job("reserved", 3, "4", "'activeDeadlineSeconds':1000,", SHORT);
        world().await(
                        "reserved waits",
                        () -> world().ask(engine -> engine.table().waitingCount()) == 1);
        world().job("long", 1, "4", "'activeDeadlineSeconds':10000,", SHORT);
        world().job("short", 1, "4", "'activeDeadlineSeconds':500,", SHORT);

        world().awaitComplete("short");

        assertThat(world().isSuspended("reserved")).isTrue();
        assertThat(world().isSuspended("long"))
                .as("it could delay the reserved job")
                .isTrue();
        world().delete(KubeTypes.JOBS, "running");
        world().awaitComplete("reserved", "long");
        assertThat(world().jobObject("reserved").text("status", "startTime"))
                .isLessThanOrEqualTo(world().jobObject("long").text("status", "startTime"));
    }

    @Test
    void podsOfOtherSchedulersAreSeen() {
        world().job("first", 2, "4", "", FOREVER);
        world().await("first runs", () -> world().running("first") == 2);
        world().create(
                        KubeTypes.PODS,
                        "{'metadata':{'name':'foreign'},'spec':{'restartPolicy':'Always','containers':"
                                + "[{'name':'c','image':'i','resources':{'requests':{'cpu':'3'}}}]}}");

        world().awaitFree(1000);
        world().job("next", 1, "2", "", SHORT);
        world().job("small", 1, "1", "'activeDeadlineSeconds':100,", SHORT);
        world().awaitComplete("small");

        assertThat(world().isSuspended("next"))
                .as("another scheduler's pod is there")
                .isTrue();
        world().delete(KubeTypes.PODS, "foreign");
        world().awaitComplete("next");
        world().awaitFree(4000);
    }

    /// The engine knows of the pod once its watch has passed the version in which the pod has a node.
    @Test
    void aPodOfAnotherSchedulerIsSeenWithinOneWatchEvent() {
        world().create(
                        KubeTypes.PODS,
                        "{'metadata':{'name':'foreign'},'spec':{'containers':"
                                + "[{'name':'c','image':'i','resources':{'requests':{'cpu':'3'}}}]}}");
        world().await("it is bound", () -> world().podOf("foreign").isPlaced());
        long version = Informer.versionNumber(
                KubeObjects.resourceVersion(world().podOf("foreign").json()));
        List<Long> free = new ArrayList<>();

        world().await(
                        "the watch has passed it",
                        () -> world().asked(scheduler -> {
                            boolean hasPassed = scheduler.follower().sync().version(Source.FOREIGN_PODS) >= version;
                            if (hasPassed) {
                                free.add(world().freeMilli(scheduler.engine()));
                            }
                            return hasPassed;
                        }));

        assertThat(free).containsExactly(ALL_MILLI - 3000);
    }

    @Test
    void podsThatFinishFailAreDeletedOrEvictedFreeExactlyTheirShares() {
        world().pod("stays", "2", FOREVER);
        world().pod("deleted", "1", FOREVER);
        world().pod("evicted", "500m", FOREVER);
        world().awaitFree(ALL_MILLI - 3500);
        world().pod("finishes", "3", SHORT);
        world().await("it finishes", () -> world().podOf("finishes").hasSucceeded());
        world().awaitFree(ALL_MILLI - 3500);
        world().pod("fails", "3", SHORT + ",'sluice.dev/exit-code':'1'");
        world().await("it fails", () -> world().podOf("fails").hasFailed());
        world().awaitFree(ALL_MILLI - 3500);
        world().await(
                        "all run",
                        () -> List.of("stays", "deleted", "evicted").stream()
                                .allMatch(name -> world().podOf(name).phase().equals(Pod.RUNNING)));

        world().delete(KubeTypes.PODS, "deleted");
        world().awaitFree(ALL_MILLI - 2500);
        world().await("it is gone", () -> !world().hasPod("deleted"));
        world().evict("evicted");
        world().awaitFree(ALL_MILLI - 2000);

        assertThat(world().podOf("stays").phase()).isEqualTo(Pod.RUNNING);
    }
}
