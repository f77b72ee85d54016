package dev.sluice.cli.demo.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.runtime.random.Seeds;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Each seed tells another story that has the same elements.
class WorkloadTest {
    private static final List<Workload> STORIES = LongStream.rangeClosed(1, 20)
            .mapToObj(seed -> Workload.of(new Seeds(seed).forActor("workload")))
            .toList();

    private static Workload.Submission named(Workload workload, String name) {
        return workload.jobs().stream()
                .filter(job -> job.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long pods(Workload.Submission job) {
        return job.job().number(0, "spec", "parallelism");
    }

    private static JsonObject template(Workload.Submission job) {
        return job.job().object("spec", "template");
    }

    private static long cores(Workload.Submission job) {
        JsonObject container = template(job).array("spec", "containers").object(0);
        return pods(job) * Long.parseLong(container.text("resources", "requests", "cpu"));
    }

    private static double runSeconds(Workload.Submission job) {
        return seconds(template(job).text("metadata", "annotations", "sluice.dev/run-for"));
    }

    private static double wallSeconds(Workload.Submission job) {
        return seconds(job.job().text("metadata", "annotations", "sluice.dev/walltime"));
    }

    private static double seconds(String text) {
        return Double.parseDouble(text.replace("s", ""));
    }

    @Test
    void jobsComeInTheOrderOfTheirTimes() {
        assertThat(STORIES)
                .allSatisfy(story -> assertThat(story.jobs())
                        .isSortedAccordingTo(Comparator.comparingDouble(Workload.Submission::atSeconds)));
    }

    @Test
    void theGangFitsAnEmptyMachineButNotBesideTheFirstJob() {
        assertThat(STORIES).allSatisfy(story -> {
            Workload.Submission gang = named(story, Workload.GANG);
            Workload.Submission first = story.jobs().getFirst();

            assertThat(story.jobs().get(1)).isEqualTo(gang);
            assertThat(pods(gang)).isEqualTo(Workload.NODES - 1);
            assertThat(pods(first) + pods(gang)).isGreaterThan(Workload.NODES);
            assertThat(first.atSeconds() + runSeconds(first)).isGreaterThan(gang.atSeconds() + 5);
        });
    }

    @Test
    void aSmallJobCanBeBackfilled() {
        assertThat(STORIES).allSatisfy(story -> {
            Workload.Submission first = story.jobs().getFirst();
            Workload.Submission small = story.jobs().get(2);

            assertThat(small.name()).isEqualTo("small-1");
            assertThat(cores(small)).as("fits beside the service").isLessThanOrEqualTo(Workload.CORES / 2);
            assertThat(small.atSeconds() + wallSeconds(small))
                    .as("ends before the gang is expected to start")
                    .isLessThan(first.atSeconds() + wallSeconds(first));
        });
    }

    @Test
    void aJobReachesItsWallTimeAndTheOthersDoNot() {
        assertThat(STORIES)
                .allSatisfy(story -> assertThat(story.jobs())
                        .filteredOn(job -> runSeconds(job) > wallSeconds(job))
                        .extracting(Workload.Submission::name)
                        .containsExactly("runaway"));
    }

    @Test
    void thereAreAServiceAndALongJob() {
        assertThat(STORIES).allSatisfy(story -> {
            assertThat(story.service().number(0, "spec", "replicas")).isEqualTo(2);
            assertThat(cores(named(story, "long"))).isGreaterThanOrEqualTo(Workload.CORES);
        });
    }

    @Test
    void everythingIsSubmittedWithinSomeSeconds() {
        assertThat(STORIES)
                .allSatisfy(
                        story -> assertThat(story.jobs().getLast().atSeconds()).isLessThan(12));
    }

    @Test
    void seedsChangeNumberOrderAndKind() {
        assertThat(STORIES.stream().map(story -> story.jobs().size()).distinct())
                .containsExactlyInAnyOrder(4 + Workload.SMALL_MIN, 5 + Workload.SMALL_MIN, 4 + Workload.SMALL_MAX);
        assertThat(STORIES.stream()
                        .map(story -> story.jobs().stream()
                                .map(Workload.Submission::name)
                                .toList())
                        .distinct()
                        .count())
                .as("orders of submission")
                .isGreaterThan(10);
        assertThat(STORIES.stream()
                        .flatMap(story -> story.jobs().stream())
                        .filter(job -> job.name().startsWith("small"))
                        .map(WorkloadTest::pods)
                        .distinct())
                .containsExactlyInAnyOrder(1L, 2L);
    }
}
