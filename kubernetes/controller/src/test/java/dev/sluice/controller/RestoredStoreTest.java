package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.queue.image.JobTable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The scheduler's database is restored from a backup that was made before work was released. What runs is adopted:
/// nothing is undone, and nothing is started twice.
class RestoredStoreTest {
    private static final String RUN = "'sluice.dev/run-for':'40s'";
    private static final String OWN = VirtualLiveCluster.BOUND + "'schedulingGates':[{'name':'sluice.dev/queued'}],";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");
    private final CountingStore.Backup empty = cluster.store().backup();

    private void restore(CountingStore.Backup backup) {
        cluster.crash();
        cluster.store().restore(backup);
        cluster.start();
    }

    private JobTable table() {
        return cluster.scheduler().engine().table();
    }

    private String attemptOf(String job) {
        return cluster.jobObject(job).text("metadata", "annotations", "sluice.dev/attempt");
    }

    private void completesWith(String job, int pods) {
        assertThat(cluster.isComplete(job))
                .as("%s is complete: %s", job, cluster.jobObject(job))
                .isTrue();
        assertThat(cluster.startsOf(job))
                .as("pods of %s that were started", job)
                .isEqualTo(pods);
        assertThat(cluster.podsOf(job)).filteredOn(Pod::hasSucceeded).hasSize(pods);
    }

    private void isOver() {
        assertThat(table().runningCount()).isZero();
        assertThat(table().waitingCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void aRunningJobThatNoRecordKnowsIsAdopted() {
        cluster.job("train", 5, "2", "", RUN);
        cluster.pass(15);
        restore(empty);
        cluster.pass(5);

        assertThat(table().runningCount()).isEqualTo(1);
        assertThat(cluster.events("train")).anyMatch(event -> event.startsWith("Adopted"));
        cluster.assertInSync();
        cluster.pass(60);
        completesWith("train", 5);
        assertThat(attemptOf("train")).isEqualTo("1");
        isOver();
    }

    @Test
    void aRunningJobThatWaitsInTheRecordsIsAdopted() {
        cluster.job("first", 3, "4", "", RUN);
        cluster.job("train", 5, "2", "", RUN);
        cluster.pass(15);
        CountingStore.Backup backup = cluster.store().backup();
        assertThat(table().waitingCount()).isEqualTo(1);
        cluster.pass(35);
        assertThat(cluster.jobOf("train").isSuspended()).isFalse();

        restore(backup);
        cluster.pass(5);

        assertThat(table().runningCount()).isEqualTo(1);
        cluster.assertInSync();
        cluster.pass(60);
        completesWith("first", 3);
        completesWith("train", 5);
        assertThat(attemptOf("train")).isEqualTo("1");
        isOver();
    }

    /// Nothing else would bind them.
    @Test
    void podsThatAreNotBoundYetAreBound() {
        cluster.create("train", "'parallelism':3,'completions':9,", "4", RUN);
        cluster.calls().before("bind", cluster::crash);
        cluster.pass(15);
        cluster.store().restore(empty);
        cluster.start();

        cluster.pass(300);

        completesWith("train", 9);
        isOver();
    }

    @Test
    void othersWaitUntilTheAdoptedJobHasEnded() {
        cluster.job("train", 3, "4", "", RUN);
        cluster.pass(15);
        restore(empty);
        cluster.job("next", 3, "4", "", RUN);
        cluster.pass(10);
        assertThat(cluster.jobOf("next").isSuspended()).isTrue();

        cluster.pass(120);

        completesWith("train", 3);
        completesWith("next", 3);
        isOver();
    }

    /// Its first attempt is undone, since another scheduler takes a node right before the first pod is bound.
    private void runSecondAttempt() {
        cluster.job("train", 2, "4", "", RUN);
        cluster.calls().before("bind", () -> cluster.foreignPod("thief", "node-0", "4"));
        cluster.pass(45);
        assertThat(attemptOf("train")).isEqualTo("2");
    }

    @Test
    void aLaterAttemptKeepsItsNumber() {
        CountingStore.Backup backup = cluster.store().backup();
        runSecondAttempt();
        restore(backup);
        cluster.pass(5);

        int job = cluster.scheduler().engine().state().holdingJobs()[0];
        assertThat(table().lostCount(job)).isEqualTo(1);
        cluster.pass(120);
        completesWith("train", 2);
        assertThat(attemptOf("train")).isEqualTo("2");
        isOver();
    }

    @Test
    void theNextAttemptOfASuspendedJobHasAHigherNumber() {
        cluster.job("first", 3, "4", "", RUN);
        cluster.pass(10);
        cluster.create("train", "'parallelism':1,'completions':1,", "4", RUN);
        cluster.pass(3);
        cluster.patch(
                KubeTypes.JOBS,
                "train",
                "{'metadata':{'annotations':{'sluice.dev/attempt':'3','sluice.dev/undone':'3'}}}");

        cluster.pass(120);

        completesWith("train", 1);
        assertThat(attemptOf("train")).isEqualTo("4");
        isOver();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 12, 30})
    void gatedJobsAreAdoptedToo(int seconds) {
        cluster.gatedJob("train", 3, "4", "", RUN);
        cluster.pass(seconds);
        restore(empty);

        cluster.pass(200);

        completesWith("train", 3);
        isOver();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 12, 30})
    void podsWithoutAJobAreAdopted(int seconds) {
        pod("own", OWN, "", "");
        pod("gated", VirtualLiveCluster.GATED, "", "");
        cluster.pass(seconds);
        restore(empty);
        cluster.pass(10);
        assertThat(table().runningCount()).isEqualTo(2);
        cluster.assertInSync();

        cluster.pass(60);

        assertThat(List.of("own", "gated")).allMatch(name -> cluster.startsOf(name) == 1);
        isOver();
    }

    private void pod(String name, String path, String labels, String annotations) {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'%s},'annotations':{%s%s}},'spec':{%s"
                                + "'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':{"
                                + "'requests':{'cpu':'2'}}}]}}")
                        .formatted(name, labels, annotations, RUN, path));
    }

    private void group(String path) {
        for (String name : List.of("a", "b", "c")) {
            pod(name, path, ",'sluice.dev/group':'g'", "'sluice.dev/group-size':'3',");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 12, 30})
    void groupsAreAdopted(int seconds) {
        group(OWN);
        groupRunsOnce(seconds, empty);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 12, 30})
    void gatedGroupsAreAdopted(int seconds) {
        group(VirtualLiveCluster.GATED);
        groupRunsOnce(seconds, empty);
    }

    @Test
    void aGroupThatWaitsInTheRecordsIsAdopted() {
        cluster.job("first", 3, "4", "", RUN);
        cluster.pass(10);
        group(OWN);
        cluster.pass(5);
        assertThat(table().waitingCount()).isEqualTo(1);
        CountingStore.Backup backup = cluster.store().backup();
        cluster.pass(40);
        groupRunsOnce(1, backup);
    }

    private void groupRunsOnce(int seconds, CountingStore.Backup backup) {
        cluster.pass(seconds);
        restore(backup);
        cluster.pass(5);
        assertThat(table().runningCount()).as("one group").isEqualTo(1);

        cluster.pass(100);

        assertThat(List.of("a", "b", "c")).allMatch(name -> cluster.startsOf(name) == 1);
        isOver();
    }

    /// The place of a lost pod was replaced after the backup.
    @Test
    void podsOnOtherNodesThanTheRecordsSayKeepTheirPlaces() {
        cluster.job("train", 2, "2", "", "'sluice.dev/run-for':'200s'");
        cluster.pass(10);
        CountingStore.Backup backup = cluster.store().backup();
        cluster.foreignPod("heavy", "node-0", "500m");
        cluster.patch(KubeTypes.NODES, "node-0", "{'spec':{'unschedulable':true}}");
        String pod = cluster.podsOf("train").getFirst().json().text("metadata", "name");
        cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", pod), DeleteOptions.PLAIN);
        cluster.pass(60);
        assertThat(cluster.podsOf("train")).anyMatch(it -> it.nodeName().equals("node-1"));

        restore(backup);
        cluster.pass(10);

        cluster.assertInSync();
        cluster.pass(400);
        assertThat(cluster.isComplete("train")).isTrue();
        isOver();
    }
}
