package dev.sluice.scheduling.ready;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.parse.JobspecReader;
import dev.sluice.queue.Job;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Names and conditions of jobs come and go.
class ReadinessTest {
    private static final long TEN_SECONDS = Duration.ofSeconds(10).toNanos();

    private final JobTable table = new JobTable();
    private final Readiness readiness = new Readiness(table);

    private int enter(long id, String name) {
        String text = """
                version: 1
                resources: [{type: slot, count: 1, label: task, with: [{type: core, count: 2}]}]
                tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
                attributes: {system: {duration: 10, job: {name: %s}}}
                """.formatted(name);
        Job job = Job.of(id, JobspecReader.read(text, "job.yaml", Dialect.RFC), TEN_SECONDS);
        int index = table.apply(new QueueRecord.Submitted(job, TEN_SECONDS, 0));
        readiness.entered(index);
        return index;
    }

    @Test
    void aNameIsForgottenWithItsLastJob() {
        int first = enter(1, "nightly");
        int second = enter(2, "nightly");
        int other = enter(3, "weekly");

        readiness.left(first);
        assertThat(readiness.sameNameJobs(first)).containsExactly(second);
        assertThat(readiness.nameCount()).isEqualTo(2);

        readiness.left(second);
        readiness.left(other);
        assertThat(readiness.nameCount()).isZero();
        assertThat(readiness.sameNameJobs(first)).isEmpty();
    }
}
