package dev.sluice.traces.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ZipfUsersTest {
    private static final int JOBS = 40_000;
    private static final Workload PLAIN = new PoissonModel(64, 300, 0, 12, 600, 64).generate(JOBS, new Seeds(1));

    @Test
    void userKHasAShareOfJobsProportionalToOneOverK() {
        Workload workload = new ZipfUsers(20, 4).assign(PLAIN, new Seeds(3));

        Map<Long, Long> counts = workload.jobs().stream()
                .collect(Collectors.groupingBy(job -> job.origin().user(), Collectors.counting()));
        double harmonic = 0;
        for (int k = 1; k <= 20; k++) {
            harmonic += 1.0 / k;
        }
        assertThat(counts).hasSize(20);
        for (int k = 1; k <= 20; k++) {
            double expected = JOBS / (k * harmonic);
            // Five standard deviations of a binomial count.
            assertThat((double) counts.getOrDefault((long) k, 0L)).isCloseTo(expected, within(5 * Math.sqrt(expected)));
        }
    }

    @Test
    void aUserStaysInOneGroupAndAllGroupsHaveUsers() {
        Workload workload = new ZipfUsers(20, 4).assign(PLAIN, new Seeds(3));

        Map<Long, Long> groupsOfUsers = workload.jobs().stream()
                .collect(Collectors.toMap(
                        job -> job.origin().user(), job -> job.origin().group(), (one, other) -> {
                            assertThat(other).isEqualTo(one);
                            return one;
                        }));
        assertThat(groupsOfUsers.values()).containsOnly(1L, 2L, 3L, 4L);
    }

    @Test
    void nothingElseChangesAndTheSameSeedGivesTheSameUsers() {
        Workload one = ZipfUsers.USUAL.assign(PLAIN, new Seeds(5));

        assertThat(one).isEqualTo(ZipfUsers.USUAL.assign(PLAIN, new Seeds(5)));
        assertThat(one).isNotEqualTo(ZipfUsers.USUAL.assign(PLAIN, new Seeds(6)));
        assertThat(one.jobs().stream()
                        .map(job -> job.withOrigin(WorkloadJob.Origin.NOT_KNOWN))
                        .toList())
                .isEqualTo(PLAIN.jobs());
    }

    @Test
    void impossibleNumbersAreRefused() {
        assertThatThrownBy(() -> new ZipfUsers(0, 1)).hasMessageContaining("users (0)");
        assertThatThrownBy(() -> new ZipfUsers(3, 4)).hasMessageContaining("groups (4)");
        assertThat(ZipfUsers.of(1)).isEqualTo(new ZipfUsers(1, 1));
        assertThat(ZipfUsers.of(50)).isEqualTo(new ZipfUsers(50, 5));
    }
}
