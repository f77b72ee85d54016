package dev.sluice.scheduling.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.scheduling.Fixture;
import dev.sluice.scheduling.machine.RequestShape;
import dev.sluice.scheduling.machine.RequestShapes;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WaitingJobsTest {
    /// Numbers of empty groups are given to others.
    @Test
    void aGroupWhoseLatestJobIsLeftIsNotEmpty() {
        RequestShapes shapes = new RequestShapes(Fixture.pool(4));
        RequestShape shape = shapes.shape(shapes.numberOf(Fixture.cores(1), Optional.empty()));
        WaitingJobs waiting = new WaitingJobs(ScanOrder.IN_LINE, true, true);
        waiting.add(0, 0, 0, 10, 0, true, shape);
        waiting.add(1, 1, 1, 10, 0, true, shape);

        assertThat(waiting.remove(0, 0)).as("job 1 still waits").isFalse();
        assertThat(waiting.firstGoing(_ -> true)).isEqualTo(1);
        assertThat(waiting.remove(1, 0)).isTrue();
    }
}
