package dev.sluice.kube.cluster.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ObjectKey;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JobControllerTest {
    private final Bench bench = new Bench(1);

    @Test
    void aJobMakesItsPodsAndCompletesWithThem() {
        bench.create(KubeTypes.JOBS, Bench.job("j", "'parallelism':2,'completions':3"));

        assertThat(bench.pods()).hasSize(2);
        assertThat(status().number(0, "active")).isEqualTo(2);
        bench.pods().forEach(pod -> bench.fate(pod, "Succeeded"));
        List<JsonObject> left = bench.pods().stream()
                .filter(pod -> pod.text("status", "phase").equals("Pending"))
                .toList();
        assertThat(left).hasSize(1);
        bench.fate(left.getFirst(), "Running");
        assertThat(status().number(0, "ready")).isEqualTo(1);
        bench.fate(left.getFirst(), "Succeeded");

        assertThat(status().number(0, "succeeded")).isEqualTo(3);
        assertThat(Bench.conditions(job()))
                .containsExactly("SuccessCriteriaMet=True CompletionsReached", "Complete=True CompletionsReached");
        assertThat(bench.pods())
                .allMatch(pod -> pod.array("metadata", "finalizers").isEmpty());
        assertThat(status().text("completionTime")).isNotEmpty();
    }

    @Test
    void aFailedPodIsReplacedWithBackoffAndTooManyFailTheJob() {
        bench.create(KubeTypes.JOBS, Bench.job("j", "'backoffLimit':1"));

        bench.fate(bench.pods().getFirst(), "Failed");
        assertThat(bench.pods()).hasSize(1);
        bench.pass(10);
        assertThat(bench.pods()).hasSize(2);
        bench.pods().stream()
                .filter(pod -> pod.text("status", "phase").equals("Pending"))
                .forEach(pod -> bench.fate(pod, "Failed"));
        bench.pass(60);

        assertThat(status().number(0, "failed")).isEqualTo(2);
        assertThat(Bench.conditions(job()))
                .containsExactly("FailureTarget=True BackoffLimitExceeded", "Failed=True BackoffLimitExceeded");
        assertThat(bench.pods()).hasSize(2);
    }

    @Test
    void indexedPodsKnowTheirIndex() {
        bench.create(KubeTypes.JOBS, Bench.job("j", "'completionMode':'Indexed','parallelism':3,'completions':3"));

        assertThat(bench.pods())
                .extracting(pod -> pod.text("spec", "hostname"))
                .containsExactlyInAnyOrder("j-0", "j-1", "j-2");
        JsonObject second = bench.pods().stream()
                .filter(pod -> pod.text("spec", "hostname").equals("j-1"))
                .findFirst()
                .orElseThrow();
        assertThat(KubeObjects.name(second)).matches("j-1-.{5}");
        assertThat(second.text("metadata", "labels", "batch.kubernetes.io/job-completion-index"))
                .isEqualTo("1");
        assertThat(second.array("spec", "containers")
                        .object(0)
                        .array("env")
                        .object(0)
                        .text("name"))
                .isEqualTo("JOB_COMPLETION_INDEX");
        bench.fate(second, "Succeeded");
        assertThat(status().text("completedIndexes")).isEqualTo("1");
        bench.pods().stream()
                .filter(pod -> pod.text("status", "phase").equals("Pending"))
                .forEach(pod -> bench.fate(pod, "Succeeded"));

        assertThat(status().text("completedIndexes")).isEqualTo("0-2");
        assertThat(Bench.conditions(job())).contains("Complete=True CompletionsReached");
    }

    @Test
    void aSuspendedJobHasNoPodsUntilItIsResumed() {
        bench.create(KubeTypes.JOBS, Bench.job("j", "'suspend':true"));

        assertThat(bench.pods()).isEmpty();
        assertThat(Bench.conditions(job())).containsExactly("Suspended=True JobSuspended");
        bench.patch(KubeTypes.JOBS, "j", "{'spec':{'suspend':false}}");
        assertThat(bench.pods()).hasSize(1);
        assertThat(Bench.conditions(job())).containsExactly("Suspended=False JobResumed");
        bench.patch(KubeTypes.JOBS, "j", "{'spec':{'suspend':true}}");

        assertThat(bench.pods()).isEmpty();
        assertThat(status().has("startTime")).isFalse();
    }

    @Test
    void aDeadlineEndsTheJobAndItsPods() {
        bench.create(KubeTypes.JOBS, Bench.job("j", "'activeDeadlineSeconds':30"));
        bench.pass(29);
        assertThat(bench.pods()).hasSize(1);

        bench.pass(2);

        assertThat(bench.pods()).isEmpty();
        assertThat(Bench.conditions(job()))
                .containsExactly("FailureTarget=True DeadlineExceeded", "Failed=True DeadlineExceeded");
    }

    @Test
    void aFinishedJobIsRemovedAfterItsTime() {
        bench.create(KubeTypes.JOBS, Bench.job("j", "'ttlSecondsAfterFinished':100"));
        bench.fate(bench.pods().getFirst(), "Succeeded");
        bench.pass(99);
        assertThat(bench.find(KubeTypes.JOBS, "j")).isPresent();

        bench.pass(2);

        assertThat(bench.find(KubeTypes.JOBS, "j")).isEmpty();
        assertThat(bench.pods()).isEmpty();
    }

    @Test
    void eachIndexHasItsOwnBackoffLimit() {
        bench.create(
                KubeTypes.JOBS,
                Bench.job("j", "'completionMode':'Indexed','parallelism':2,'completions':2,'backoffLimitPerIndex':1"));
        failIndexZero();
        bench.pass(10);
        JsonObject again = pending(0);
        assertThat(again.text("metadata", "annotations", "batch.kubernetes.io/job-index-failure-count"))
                .isEqualTo("1");
        bench.fate(again, "Failed");
        assertThat(status().text("failedIndexes")).isEqualTo("0");
        bench.fate(pending(1), "Succeeded");

        assertThat(Bench.conditions(job()))
                .containsExactly("FailureTarget=True FailedIndexes", "Failed=True FailedIndexes");
        assertThat(status().text("completedIndexes")).isEqualTo("1");
    }

    private void failIndexZero() {
        bench.fate(pending(0), "Failed");
    }

    private JsonObject pending(int index) {
        return bench.pods().stream()
                .filter(pod -> pod.text("status", "phase").equals("Pending"))
                .filter(pod -> pod.text("spec", "hostname").equals("j-" + index))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void podsOfADeletedJobAreDeleted() {
        bench.create(KubeTypes.JOBS, Bench.job("j", "'parallelism':3"));
        assertThat(bench.pods()).hasSize(3);

        bench.kube()
                .delete(
                        KubeTypes.JOBS,
                        new ObjectKey("default", "j"),
                        new DeleteOptions(OptionalLong.empty(), DeleteOptions.BACKGROUND, "", "", false));
        bench.cluster().settle();

        assertThat(bench.pods()).isEmpty();
    }

    private JsonObject job() {
        return bench.get(KubeTypes.JOBS, "j");
    }

    private JsonObject status() {
        return job().object("status");
    }
}
