package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.port.ListOptions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs that wait for other Jobs.
class LiveDependenciesTest {
    private static final String RUN = "'sluice.dev/run-for':'20s'";
    private static final String FAIL = RUN + ",'sluice.dev/exit-code':'1'";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    private void dependent(String name, String on) {
        cluster.job(name, 1, "1", "", RUN, "'sluice.dev/depends-on':'" + on + "'");
    }

    private void failing(String name) {
        cluster.job(name, 1, "1", "'backoffLimit':0,", FAIL);
    }

    private boolean isSuspended(String name) {
        return cluster.jobOf(name).isSuspended();
    }

    private String refused(String name) {
        return cluster.jobObject(name).text("metadata", "annotations", "sluice.dev/refused");
    }

    @Test
    void aJobStartsOnceAllThatItDependsOnHaveCompleted() {
        cluster.job("a", 1, "1", "", RUN);
        cluster.job("b", 1, "1", "", "'sluice.dev/run-for':'60s'");
        dependent("c", "afterok:a,b");
        cluster.pass(40);
        assertThat(cluster.isComplete("a")).isTrue();
        assertThat(isSuspended("c")).isTrue();

        cluster.pass(80);

        assertThat(cluster.isComplete("c")).isTrue();
    }

    @Test
    void aJobWhoseDependencyFailsStaysSuspendedWithTheReason() {
        failing("bad");
        dependent("c", "afterok:bad");
        dependent("d", "afterany:bad");
        dependent("e", "afternotok:bad");
        cluster.pass(120);

        assertThat(Conditions.isTrue(cluster.jobObject("bad"), "Failed")).isTrue();
        assertThat(isSuspended("c")).isTrue();
        assertThat(refused("c")).startsWith("annotation sluice.dev/depends-on (afterok:bad) can no longer be met");
        assertThat(cluster.isComplete("d")).isTrue();
        assertThat(cluster.isComplete("e")).isTrue();

        cluster.patch(KubeTypes.JOBS, "c", "{'metadata':{'annotations':{'sluice.dev/depends-on':'afterok:d'}}}");
        cluster.pass(60);
        assertThat(cluster.isComplete("c")).isTrue();
    }

    @Test
    void aJobWaitsForOneThatIsCreatedLater() {
        dependent("second", "afterok:first");
        cluster.pass(10);
        assertThat(refused("second")).startsWith("waits for Jobs that are not queued: first. ");

        cluster.job("first", 1, "1", "", RUN);
        cluster.pass(90);

        assertThat(cluster.isComplete("second")).isTrue();
        assertThat(refused("second")).isEmpty();
    }

    @Test
    void aJobMayDependOnOneThatItsTtlHasDeleted() {
        cluster.job("good", 1, "1", "'ttlSecondsAfterFinished':5,", RUN);
        cluster.job("bad", 1, "1", "'backoffLimit':0,'ttlSecondsAfterFinished':5,", FAIL);
        cluster.pass(90);
        assertThat(cluster.kube()
                        .list(KubeTypes.JOBS, "default", ListOptions.ALL)
                        .items())
                .isEmpty();

        dependent("c", "afterok:good,afternotok:bad");
        dependent("never", "afterok:bad");
        cluster.pass(60);

        assertThat(cluster.isComplete("c")).isTrue();
        assertThat(refused("never"))
                .isEqualTo(
                        "annotation sluice.dev/depends-on (afterok:bad) can no longer be met: Job bad has not completed");
    }

    @Test
    void aNewJobOfTheNameOfADeletedOneIsWaitedFor() {
        cluster.job("good", 1, "1", "'ttlSecondsAfterFinished':5,", RUN);
        cluster.pass(90);
        longJob("good");
        dependent("c", "afterok:good");
        cluster.pass(60);
        assertThat(isSuspended("c")).isTrue();

        cluster.pass(400);

        assertThat(cluster.isComplete("c")).isTrue();
    }

    @Test
    void afterARestartADeletedJobMustBeNamedNoMore() {
        cluster.job("good", 1, "1", "'ttlSecondsAfterFinished':5,", RUN);
        cluster.pass(90);
        cluster.crash();
        cluster.start();
        dependent("c", "afterok:good");
        cluster.pass(20);
        assertThat(refused("c"))
                .isEqualTo(
                        "waits for Jobs that are not queued: good. Maybe they are created later. Of Jobs that are gone"
                                + " it is not known how they ended: remove them from annotation sluice.dev/depends-on");

        dependOn("c", "null");
        cluster.pass(60);

        assertThat(cluster.isComplete("c")).isTrue();
    }

    @Test
    void aJobMayDependOnOneThatSluiceDoesNotManage() {
        cluster.create(
                KubeTypes.JOBS,
                "{'metadata':{'name':'plain'},'spec':{'template':{'metadata':{'annotations':{%s}},'spec':{"
                                .formatted(RUN)
                        + "'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}}");
        dependent("second", "afterok:plain");
        cluster.pass(10);
        assertThat(isSuspended("second")).isTrue();

        cluster.pass(90);

        assertThat(cluster.isComplete("second")).isTrue();
    }

    @Test
    void allClausesMustHold() {
        failing("bad");
        cluster.job("good", 1, "1", "", "'sluice.dev/run-for':'60s'");
        cluster.job("other", 1, "1", "", "'sluice.dev/run-for':'100s'");
        dependent("c", "afternotok:bad,afterok:good,afterany:other");
        cluster.pass(40);
        assertThat(isSuspended("c")).as("bad has failed").isTrue();
        cluster.pass(40);
        assertThat(isSuspended("c")).as("good has completed").isTrue();

        cluster.pass(100);

        assertThat(cluster.isComplete("c")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void namesWithoutASchemeHaveThatOfTheClauseBefore() {
        failing("bad");
        cluster.job("good", 1, "1", "", RUN);
        dependent("c", "afterany:bad, good, afterok:good");
        dependent("never", "afterok:good,bad,afterany:good");
        cluster.pass(120);

        assertThat(cluster.isComplete("c")).isTrue();
        assertThat(refused("never"))
                .startsWith("annotation sluice.dev/depends-on (afterok:good,bad,afterany:good) can no longer be met");
    }

    @Test
    void aJobStartsAfterAnotherHasStarted() {
        cluster.job("full", 3, "4", "", RUN);
        cluster.pass(3);
        cluster.job("first", 3, "2", "", "'sluice.dev/run-for':'300s'");
        dependent("second", "after:first");
        cluster.create(
                KubeTypes.JOBS,
                "{'metadata':{'name':'plain'},'spec':{'template':{'metadata':{'annotations':{%s}},'spec':{"
                                .formatted("'sluice.dev/run-for':'300s'")
                        + "'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}}");
        dependent("third", "after:plain");
        cluster.pass(10);
        assertThat(isSuspended("second")).isTrue();

        cluster.pass(60);

        assertThat(cluster.isComplete("first")).isFalse();
        assertThat(cluster.isComplete("second")).isTrue();
        assertThat(cluster.isComplete("third")).isTrue();
        cluster.assertInSync();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "later:a|later:a",
                "a|a",
                "afterok:|afterok:",
                "afterok:a,|''",
                "afterok:a,afterok:B|afterok:B",
                "afterok:a;afterany:b|afterok:a;afterany:b"
            })
    void unknownFormsAreRefused(String text, String clause) {
        dependent("odd", text);
        cluster.pass(10);

        assertThat(refused("odd"))
                .isEqualTo(("annotation sluice.dev/depends-on (%s): (%s) must have the form afterok:NAME, with after,"
                                + " afterany, afterok or afternotok and the name of a Job, and there may be 100 of"
                                + " these, separated by commas")
                        .formatted(text, clause));
    }

    private void dependOn(String job, String on) {
        cluster.patch(KubeTypes.JOBS, job, "{'metadata':{'annotations':{'sluice.dev/depends-on':%s}}}".formatted(on));
    }

    private void longJob(String name) {
        cluster.job(name, 1, "1", "", "'sluice.dev/run-for':'300s'");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aQueuedJobIsLetGoWhenItsDependencyIsRemoved(boolean isDuringAnOutage) {
        longJob("a");
        dependent("b", "afterok:a");
        cluster.pass(10);
        if (isDuringAnOutage) {
            cluster.crash();
        }
        dependOn("b", "null");
        if (isDuringAnOutage) {
            cluster.start();
        }
        cluster.pass(60);

        assertThat(cluster.isComplete("a")).isFalse();
        assertThat(cluster.isComplete("b")).isTrue();
        cluster.assertInSync();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aQueuedJobWaitsForWhatItsUserAdds(boolean isDuringAnOutage) {
        longJob("a");
        failing("bad");
        dependent("b", "afterany:bad");
        cluster.patch(KubeTypes.JOBS, "b", "{'metadata':{'annotations':{'sluice.dev/hold':''}}}");
        cluster.pass(60);
        if (isDuringAnOutage) {
            cluster.crash();
        }
        dependOn("b", "'afterany:bad,afterok:a'");
        if (isDuringAnOutage) {
            cluster.start();
        }
        cluster.pass(5);
        cluster.patch(KubeTypes.JOBS, "b", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(60);
        assertThat(isSuspended("b")).isTrue();

        cluster.pass(400);

        assertThat(cluster.isComplete("b")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aQueuedJobMayDependOnOneThatIsCreatedLater() {
        longJob("a");
        dependent("b", "afterok:a");
        cluster.pass(5);
        dependOn("b", "'afterok:later'");
        cluster.pass(10);
        assertThat(refused("b")).startsWith("waits for Jobs that are not queued: later. ");

        cluster.job("later", 1, "1", "", RUN);
        cluster.pass(90);

        assertThat(cluster.isComplete("b")).isTrue();
        assertThat(cluster.isComplete("a")).isFalse();
        assertThat(refused("b")).isEmpty();
        cluster.assertInSync();
    }

    private void pod(String name, String more, String labels) {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'%s},'annotations':{%s%s}},'spec':{%s"
                                + "'schedulingGates':[{'name':'sluice.dev/queued'}],'restartPolicy':'Never',"
                                + "'containers':[{'name':'c','image':'i'}]}}")
                        .formatted(name, labels, RUN, more, VirtualLiveCluster.BOUND));
    }

    private String refusedPod(String name) {
        return cluster.kube()
                .get(KubeTypes.PODS, FollowedCluster.key("default", name))
                .text("metadata", "annotations", "sluice.dev/refused");
    }

    @Test
    void podsAndGroupsThatDependOnJobsAreRefused() {
        String on = ",'sluice.dev/depends-on':'afterok:a'";
        pod("bare", on, "");
        pod("c", ",'sluice.dev/group-size':'2'", ",'sluice.dev/group':'g'");
        pod("d", on + ",'sluice.dev/group-size':'2'", ",'sluice.dev/group':'g'");
        cluster.pass(10);

        assertThat(List.of(refusedPod("bare"), refusedPod("c")))
                .containsOnly("annotation sluice.dev/depends-on (afterok:a): only Jobs can wait for Jobs; remove it, or"
                        + " make the pod a Job");

        cluster.patch(KubeTypes.PODS, "bare", "{'metadata':{'annotations':{'sluice.dev/depends-on':null}}}");
        cluster.patch(KubeTypes.PODS, "d", "{'metadata':{'annotations':{'sluice.dev/depends-on':null}}}");
        cluster.pass(60);
        for (String name : List.of("bare", "c", "d")) {
            assertThat(cluster.startsOf(name)).as(name).isEqualTo(1);
        }
        cluster.assertInSync();
    }

    @Test
    void aDependencyOutlivesACrash() {
        cluster.job("a", 1, "1", "", RUN);
        dependent("b", "afterok:a");
        cluster.pass(5);
        cluster.crash();
        cluster.pass(60);
        cluster.start();
        cluster.pass(60);

        assertThat(cluster.isComplete("b")).isTrue();
        cluster.assertInSync();
    }
}
