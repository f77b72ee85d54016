package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.queue.record.QueueRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// The scheduler is ended after each single write, to the API server and to its store. Another one takes over, and the
/// outcome is the same.
class CrashPointsTest {
    private static final int PODS = 20;
    private static final String RUN = "'sluice.dev/run-for':'10s'";

    /// More writes than any of these stories has.
    private static final int WRITES_MAX = 200;

    private static VirtualLiveCluster cluster() {
        return new VirtualLiveCluster(1, 5, "cpu=4,memory=8Gi");
    }

    private static void twentyPods(VirtualLiveCluster cluster) {
        cluster.job("train", PODS, "1", "", RUN);
        cluster.job("next", PODS, "1", "", RUN);
    }

    /// Runs a story, with a crash after the n-th call.
    ///
    /// @return whether there were so many calls
    private static boolean crashesAfterCall(
            int n, Consumer<VirtualLiveCluster> story, Consumer<VirtualLiveCluster> end) {
        VirtualLiveCluster cluster = cluster();
        List<String> calls = new ArrayList<>();
        cluster.calls().listen(call -> {
            calls.add(call);
            if (calls.size() == n) {
                cluster.crash();
            }
        });
        story.accept(cluster);
        cluster.pass(90);
        if (calls.size() < n) {
            return false;
        }
        cluster.start();
        cluster.pass(150);
        end.accept(cluster);
        return true;
    }

    /// Runs a story, with a crash at the n-th append.
    private static boolean crashesAtAppend(
            int n, boolean isWritten, Consumer<VirtualLiveCluster> story, Consumer<VirtualLiveCluster> end) {
        VirtualLiveCluster cluster = cluster();
        cluster.store().crashAt(cluster.store().appends() + n, isWritten, cluster::crash);
        long before = cluster.store().appends();
        story.accept(cluster);
        cluster.pass(90);
        if (cluster.store().appends() - before < n) {
            return false;
        }
        cluster.start();
        cluster.pass(150);
        end.accept(cluster);
        return true;
    }

    private static int everyCall(Consumer<VirtualLiveCluster> story, Consumer<VirtualLiveCluster> end) {
        int n = 1;
        while (crashesAfterCall(n, story, end)) {
            n++;
            assertThat(n).isLessThan(WRITES_MAX);
        }
        return n - 1;
    }

    private static int everyAppend(
            boolean isWritten, Consumer<VirtualLiveCluster> story, Consumer<VirtualLiveCluster> end) {
        int n = 1;
        while (crashesAtAppend(n, isWritten, story, end)) {
            n++;
            assertThat(n).isLessThan(WRITES_MAX);
        }
        return n - 1;
    }

    /// Both Jobs are complete, each pod ran once and none failed.
    private static void ranOnce(VirtualLiveCluster cluster) {
        for (String job : List.of("train", "next")) {
            assertThat(cluster.isComplete(job)).as(job).isTrue();
            Set<String> names = new HashSet<>();
            cluster.podsOf(job).forEach(pod -> names.add(pod.json().text("metadata", "uid")));
            assertThat(names).as("pods of " + job).hasSize(PODS);
            assertThat(cluster.podsOf(job)).allMatch(Pod::hasSucceeded);
            assertThat(cluster.startsOf(job)).as("starts of pods of " + job).isEqualTo(PODS);
            assertThat(cluster.jobObject(job).text("metadata", "annotations", "sluice.dev/attempt"))
                    .isEqualTo("1");
        }
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aCrashAfterEachCallOfAReleaseChangesNothing() {
        assertThat(everyCall(CrashPointsTest::twentyPods, CrashPointsTest::ranOnce))
                .as("two releases and forty binds")
                .isGreaterThanOrEqualTo(2 + 2 * PODS);
    }

    private static void twentyGatedPods(VirtualLiveCluster cluster) {
        cluster.gatedJob("train", PODS, "1", "", RUN);
        cluster.gatedJob("next", PODS, "1", "", RUN);
    }

    @Test
    void aCrashAfterEachCallOfAReleaseOfGatedPodsChangesNothing() {
        assertThat(everyCall(CrashPointsTest::twentyGatedPods, CrashPointsTest::ranOnce))
                .as("two releases, forty pins, and reads of ended pods")
                .isGreaterThanOrEqualTo(2 + 4 * PODS);
    }

    @Test
    void aCrashAtEachAppendChangesNothingForGatedPods() {
        assertThat(everyAppend(false, CrashPointsTest::twentyGatedPods, CrashPointsTest::ranOnce))
                .isGreaterThan(5);
        assertThat(everyAppend(true, CrashPointsTest::twentyGatedPods, CrashPointsTest::ranOnce))
                .isGreaterThan(5);
    }

    @Test
    void aCrashBeforeEachAppendChangesNothing() {
        assertThat(everyAppend(false, CrashPointsTest::twentyPods, CrashPointsTest::ranOnce))
                .as("submitted, started, confirmed, parts ended, ended")
                .isGreaterThan(5);
    }

    @Test
    void aCrashAfterEachAppendChangesNothing() {
        assertThat(everyAppend(true, CrashPointsTest::twentyPods, CrashPointsTest::ranOnce))
                .as("submitted, started, confirmed, parts ended, ended")
                .isGreaterThan(5);
    }

    /// Another scheduler takes a node right before the first pod is bound, so the first attempt is undone.
    private static void loseTheRace(VirtualLiveCluster cluster) {
        cluster.job("train", 16, "1", "", RUN);
        cluster.calls().before("bind", () -> cluster.foreignPod("thief", "node-0", "4"));
    }

    private static void ranElsewhere(VirtualLiveCluster cluster) {
        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(cluster.podsOf("train"))
                .filteredOn(Pod::hasSucceeded)
                .hasSize(16)
                .noneMatch(pod -> pod.nodeName().equals("node-0"));
        cluster.assertInSync();
    }

    @Test
    void aLostRaceIsUndoneAndTheJobRunsElsewhere() {
        VirtualLiveCluster cluster = cluster();
        loseTheRace(cluster);

        cluster.pass(120);

        assertThat(cluster.jobObject("train").text("metadata", "annotations", "sluice.dev/attempt"))
                .isEqualTo("2");
        assertThat(cluster.records(QueueRecord.Requeued.class))
                .flatExtracting(lost -> lost.why().stream().toList())
                .singleElement()
                .asString()
                .startsWith("node node-0 refused pod ")
                .endsWith(": OutOfcpu");
        ranElsewhere(cluster);
    }

    @Test
    void aCrashAfterEachCallOfAnUndoChangesNothing() {
        assertThat(everyCall(CrashPointsTest::loseTheRace, CrashPointsTest::ranElsewhereIfTheRaceWasLost))
                .as("two releases, an undo and binds")
                .isGreaterThan(20);
    }

    /// Another scheduler takes the node of a pinned pod, so that the default scheduler cannot bind it.
    private static void loseThePin(VirtualLiveCluster cluster) {
        cluster.gatedJob("train", 1, "4", "", RUN);
        cluster.calls().before("pin", () -> cluster.foreignPod("thief", "node-0", "1"));
    }

    /// A scheduler that takes over before the pin does not lose the race, and keeps the first node.
    private static void onePodSucceeded(VirtualLiveCluster cluster) {
        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(cluster.podsOf("train")).hasSize(1).allMatch(Pod::hasSucceeded);
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aCrashAfterEachCallOfAnUndoneGatedJobChangesNothing() {
        assertThat(everyCall(CrashPointsTest::loseThePin, CrashPointsTest::onePodSucceeded))
                .as("two releases, two pins, an undo and reads")
                .isGreaterThanOrEqualTo(5);
    }

    /// A scheduler that is ended before the release does not meet the thief, and neither does the next one.
    private static void ranElsewhereIfTheRaceWasLost(VirtualLiveCluster cluster) {
        boolean isLost = cluster.kube().list(KubeTypes.PODS, "default", ListOptions.ALL).items().stream()
                .anyMatch(pod -> pod.text("metadata", "name").equals("thief"));
        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(cluster.podsOf("train"))
                .filteredOn(Pod::hasSucceeded)
                .hasSize(16)
                .noneMatch(pod -> isLost && pod.nodeName().equals("node-0"));
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aCrashAtEachAppendOfAnUndoChangesNothing() {
        for (boolean isWritten : List.of(false, true)) {
            assertThat(everyAppend(
                            isWritten, CrashPointsTest::loseTheRace, CrashPointsTest::ranElsewhereIfTheRaceWasLost))
                    .as("submitted, started, undone, started, confirmed, ended")
                    .isGreaterThanOrEqualTo(5);
        }
    }

    @Test
    void aCrashAtEachAppendOfAnUndoneGatedJobChangesNothing() {
        for (boolean isWritten : List.of(false, true)) {
            assertThat(everyAppend(isWritten, CrashPointsTest::loseThePin, CrashPointsTest::onePodSucceeded))
                    .as("submitted, started, undone, started, confirmed, ended")
                    .isGreaterThan(5);
        }
    }

    /// The first Job never ends by itself, and the next one waits for it.
    private static void reachTheWallTime(VirtualLiveCluster cluster) {
        reachTheWallTime(cluster, "20s");
    }

    /// Kubernetes counts from the release, so the wall time must outlast the time without a scheduler.
    private static void reachTheWallTimeLater(VirtualLiveCluster cluster) {
        reachTheWallTime(cluster, "120s");
    }

    private static void reachTheWallTime(VirtualLiveCluster cluster, String wallTime) {
        cluster.job(
                "train",
                PODS,
                "1",
                "",
                "'sluice.dev/run-for':'forever'",
                "'sluice.dev/walltime':'%s'".formatted(wallTime));
        cluster.job("next", PODS, "1", "", RUN);
    }

    private static void wasStoppedAtItsWallTime(VirtualLiveCluster cluster) {
        assertThat(cluster.jobObject("train").array("status", "conditions").toString())
                .contains("\"reason\":\"DeadlineExceeded\"");
        assertThat(cluster.isComplete("next")).isTrue();
        for (String job : List.of("train", "next")) {
            assertThat(cluster.startsOf(job)).as("pods of " + job).isEqualTo(PODS);
            assertThat(cluster.jobObject(job).text("metadata", "annotations", "sluice.dev/attempt"))
                    .isEqualTo("1");
        }
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aCrashAfterEachCallOfAJobStoppedAtItsWallTimeChangesNothing() {
        assertThat(everyCall(CrashPointsTest::reachTheWallTimeLater, CrashPointsTest::wasStoppedAtItsWallTime))
                .as("a release and twenty binds")
                .isGreaterThanOrEqualTo(1 + PODS);
    }

    @Test
    void aCrashAtEachAppendOfAJobStoppedAtItsWallTimeChangesNothing() {
        for (boolean isWritten : List.of(false, true)) {
            assertThat(everyAppend(
                            isWritten, CrashPointsTest::reachTheWallTime, CrashPointsTest::wasStoppedAtItsWallTime))
                    .as("submitted, started, confirmed, ended")
                    .isGreaterThan(5);
        }
    }
}
