package dev.sluice.queue.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.JobState;
import org.junit.jupiter.api.Test;

class FinishedJobsTest {
    private final FinishedJobs jobs = new FinishedJobs(2);

    private void end(long... ids) {
        for (long id : ids) {
            jobs.add(id, JobState.COMPLETED, true);
        }
    }

    @Test
    void theLastOnesAreRemembered() {
        end(1, 2, 3);

        assertThat(jobs.all()).containsOnlyKeys(2L, 3L);
        assertThat(jobs.find(1)).isEmpty();
    }

    @Test
    void thoseOnWhichOthersDependAreRememberedUntilNoneDoes() {
        jobs.need(1);
        jobs.need(1);
        end(1, 2, 3, 4);
        assertThat(jobs.all().keySet()).containsExactly(1L, 3L, 4L);

        jobs.release(1);
        assertThat(jobs.find(1)).isPresent();
        jobs.release(1);
        assertThat(jobs.find(1)).isEmpty();
    }

    @Test
    void copiesAndSnapshotsRememberTheSame() {
        jobs.need(1);
        end(1, 2, 3, 4);

        FinishedJobs restored = new FinishedJobs(2);
        jobs.all().forEach((id, it) -> restored.restore(id, it.how(), it.started()));
        restored.need(1);
        FinishedJobs copy = new FinishedJobs(jobs);
        for (FinishedJobs each : new FinishedJobs[] {jobs, restored, copy}) {
            each.add(5, JobState.FAILED, true);
            assertThat(each.all().keySet()).containsExactly(1L, 4L, 5L);
            each.release(1);
            assertThat(each.all().keySet()).containsExactly(4L, 5L);
        }
    }
}
