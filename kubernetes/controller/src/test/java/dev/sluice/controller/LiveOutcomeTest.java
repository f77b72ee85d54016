package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.queue.EndCause;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.FinishedJobs.Finished;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// How a job ended whose object is gone.
class LiveOutcomeTest {
    private static final String RUN = "'sluice.dev/run-for':'30s'";
    private static final String TTL = "'ttlSecondsAfterFinished':0,";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 2, "cpu=4,memory=8Gi");

    private void dependent(String name, String on) {
        cluster.job(name, 1, "1", "", RUN, "'sluice.dev/depends-on':'" + on + "'");
    }

    private void pod(String name) {
        pod(name, RUN);
    }

    private void pod(String name, String annotations) {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'},'annotations':{%s}},'spec':{%s"
                                + "'schedulingGates':[{'name':'sluice.dev/queued'}],'restartPolicy':'Never',"
                                + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]}}")
                        .formatted(name, annotations, VirtualLiveCluster.BOUND));
    }

    private void delete(ResourceType type, String name) {
        DeleteOptions options = new DeleteOptions(OptionalLong.of(0), DeleteOptions.BACKGROUND, "", "", false);
        cluster.kube().delete(type, FollowedCluster.key("default", name), options);
    }

    /// Returns how the jobs ended, in the order of their submission.
    private List<JobState> ends() {
        JobTable table = cluster.scheduler().engine().table();
        return table.finished().all().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .map(Finished::how)
                .toList();
    }

    private static final String OUT_OF_MEMORY =
            "'sluice.dev/run-for':'5s','sluice.dev/exit-code':'137','sluice.dev/exit-reason':'OOMKilled'";

    @Test
    void aJobThatFailsSaysWhy() {
        cluster.job("first", 1, "1", "'backoffLimit':0,", OUT_OF_MEMORY);
        cluster.pass(30);

        assertThat(cluster.ends()).containsExactly(JobState.FAILED);
        EndCause cause = cluster.causes().getFirst();
        assertThat(cause.exitCode()).hasValue(137);
        assertThat(cause.reason())
                .startsWith("BackoffLimitExceeded: Job has reached the specified backoff limit; pod first-")
                .endsWith(": container c: OOMKilled, exit code 137");
    }

    @Test
    void aPodThatFailsSaysWhy() {
        pod("alone", OUT_OF_MEMORY);
        cluster.pass(30);

        assertThat(cluster.ends()).containsExactly(JobState.FAILED);
        assertThat(cluster.causes())
                .containsExactly(new EndCause("container c: OOMKilled, exit code 137", Optional.of(137)));
    }

    @Test
    void aReplacedPodSaysWhyItMoved() {
        cluster.job("first", 1, "1", "", RUN);
        cluster.pass(10);
        String node = cluster.podsOf("first").getFirst().nodeName();
        cluster.patch(KubeTypes.NODES, node, "{'spec':{'unschedulable':true}}");
        cluster.kube()
                .delete(
                        KubeTypes.PODS,
                        KubeObjects.key(cluster.podsOf("first").getFirst().json()),
                        DeleteOptions.PLAIN);
        cluster.pass(60);

        assertThat(cluster.isComplete("first")).isTrue();
        assertThat(cluster.records(QueueRecord.Reduced.class))
                .extracting(QueueRecord.Reduced::why)
                .containsExactly(Optional.of("node " + node + " takes no more pods"), Optional.empty());
        assertThat(cluster.records(QueueRecord.Extended.class)).hasSize(1);
    }

    @Test
    void aJobThatIsDeletedAtItsEndHasCompleted() {
        cluster.job("first", 1, "1", TTL, RUN);
        cluster.pass(5);
        dependent("second", "afterok:first");
        cluster.pass(120);

        assertThat(cluster.isComplete("second")).isTrue();
        assertThat(ends()).containsExactly(JobState.COMPLETED, JobState.COMPLETED);
        cluster.assertInSync();
    }

    @Test
    void aJobThatEndedAndWentDuringAnOutageHasAnUnknownOutcome() {
        cluster.job("first", 1, "1", TTL, RUN);
        cluster.pass(5);
        dependent("well", "afterok:first");
        cluster.pass(1);
        dependent("any", "afterany:first");
        cluster.pass(5);
        cluster.crash();
        cluster.pass(60);
        cluster.start();
        cluster.pass(120);

        assertThat(ends()).containsExactly(JobState.UNKNOWN, JobState.CANCELLED, JobState.COMPLETED);
        assertThat(cluster.isComplete("any")).isTrue();
        assertThat(cluster.jobOf("well").isSuspended()).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aRunningJobThatItsUserDeletesIsCancelled() {
        cluster.job("first", 1, "1", "", RUN);
        cluster.pass(10);
        delete(KubeTypes.JOBS, "first");
        cluster.pass(60);

        assertThat(ends()).containsExactly(JobState.CANCELLED);
        cluster.assertInSync();
    }

    @Test
    void aPodThatSucceedsAndIsDeletedAtOnceHasCompleted() {
        pod("alone");
        cluster.pass(10);
        cluster.patchStatus("alone", "{'status':{'phase':'Succeeded'}}");
        delete(KubeTypes.PODS, "alone");
        cluster.pass(20);

        assertThat(ends()).containsExactly(JobState.COMPLETED);
        cluster.assertInSync();
    }

    @Test
    void aPodThatWentDuringAnOutageHasAnUnknownOutcome() {
        pod("alone");
        cluster.pass(10);
        cluster.crash();
        cluster.pass(60);
        delete(KubeTypes.PODS, "alone");
        cluster.start();
        cluster.pass(20);

        assertThat(ends()).containsExactly(JobState.UNKNOWN);
        cluster.assertInSync();
    }

    @Test
    void aRunningPodThatItsUserDeletesIsCancelled() {
        pod("alone");
        cluster.pass(10);
        delete(KubeTypes.PODS, "alone");
        cluster.pass(20);

        assertThat(ends()).containsExactly(JobState.CANCELLED);
        cluster.assertInSync();
    }

    @Test
    void waitingWorkThatIsDeletedDuringAnOutageIsCancelled() {
        cluster.job("large", 3, "4", "", RUN);
        cluster.pass(10);
        cluster.crash();
        delete(KubeTypes.JOBS, "large");
        cluster.start();
        cluster.pass(20);

        assertThat(ends()).containsExactly(JobState.CANCELLED);
    }
}
