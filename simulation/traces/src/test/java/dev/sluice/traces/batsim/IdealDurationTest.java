package dev.sluice.traces.batsim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.traces.Workload;
import dev.sluice.traces.Workload.Loaded;
import dev.sluice.traces.WorkloadJob;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// On four hosts of 100 flops and 10 bytes a second.
class IdealDurationTest {
    private static final HostSpeed SPEED = new HostSpeed(100, 10);

    @Test
    void aDelayTakesItsTime() {
        assertThat(seconds("{'type': 'delay', 'delay': 7}")).hasValue(7);
    }

    @Test
    void aParallelTaskTakesAsLongAsItsBusiestHost() {
        assertThat(seconds("{'type': 'parallel', 'cpu': [100, 500, 200, 0]}")).hasValue(5);
        assertThat(seconds("{'type': 'parallel', 'cpu': [100, 100], 'com': [999, 20, 40, 999]}"))
                .as("what a host tells itself does not count")
                .hasValue(4);
        assertThat(seconds("{'type': 'parallel', 'com': [0, 30, 30, 0, 0, 0, 0, 50, 0]}"))
                .as("the first host sends 60, the second receives 80")
                .hasValue(8);
    }

    @Test
    void aHomogeneousTaskSendsToAllOtherHosts() {
        assertThat(seconds("{'type': 'parallel_homogeneous', 'cpu': 300, 'com': 0}"))
                .hasValue(3);
        assertThat(seconds("{'type': 'parallel_homogeneous', 'cpu': 300, 'com': 20}"))
                .hasValue(6);
        assertThat(seconds("{'type': 'parallel_homogeneous_total', 'cpu': 800, 'com': 0}"))
                .hasValue(2);
        assertThat(seconds("{'type': 'parallel_homogeneous_total', 'cpu': 0, 'com': 40}"))
                .hasValue(3);
    }

    @Test
    void allHostsShareTheStorage() {
        assertThat(seconds("{'type': 'parallel_homogeneous_pfs', 'bytes_to_read': 5, 'bytes_to_write': 10}"))
                .hasValue(4);
        assertThat(seconds("{'type': 'data_staging', 'nb_bytes': 50, 'from': 'a', 'to': 'b'}"))
                .hasValue(5);
    }

    @Test
    void withoutABandwidthOnlyComputingCounts() {
        BatsimWorkload workload = workload("{'type': 'parallel_homogeneous', 'cpu': 300, 'com': 1e9}");

        assertThat(workload.idealSeconds(workload.jobs().getFirst(), HostSpeed.ofFlops(100)))
                .hasValue(3);
    }

    @Test
    void aSequenceTakesTheSumOfItsParts() {
        assertThat(seconds("{'type': 'composed', 'seq': ['d2', 'd3', 'd2'], 'repeat': 10}"))
                .hasValue(70);
        assertThat(seconds("{'type': 'composed', 'seq': []}")).hasValue(0);
    }

    @Test
    void deepSequencesAreComputedOnce() {
        String levels = IntStream.range(0, 90)
                .mapToObj(i -> "'s%d': {'type': 'composed', 'seq': ['s%d', 's%d']}".formatted(i + 1, i, i))
                .collect(Collectors.joining(", "));
        BatsimWorkload workload = BatsimTexts.read("""
                {'nb_res': 1, 'jobs': [{'id': 1, 'subtime': 0, 'res': 1, 'profile': 's90'}],
                 'profiles': {'s0': {'type': 'delay', 'delay': 1}, %s}}""".formatted(levels).replace('\'', '"'));

        assertThat(workload.idealSeconds(workload.jobs().getFirst(), SPEED)).hasValue(0x1p90);
    }

    @Test
    void durationsThatDependOnOtherFilesOrMessagesAreUnknown() {
        for (String profile : List.of(
                "{'type': 'smpi', 'trace': 't'}",
                "{'type': 'usage_trace', 'trace': 't'}",
                "{'type': 'recv', 'regex': '.*'}")) {
            assertThat(seconds(profile)).isEmpty();
        }
    }

    @Test
    void jobsOfUnknownDurationAreLeftOutOfAWorkload() {
        Loaded loaded = workload("{'type': 'smpi', 'trace': 't'}").toWorkload(SPEED, Replays.UNREAD);

        assertThat(loaded.workload().jobs()).isEmpty();
        assertThat(loaded.leftOut().first()).containsExactly("job 1: how long its profile (p) takes is not known");
    }

    @Test
    void aWorkloadHasTheDurationsAndWallTimes() {
        Loaded loaded = BatsimTexts.read(BatsimTexts.withProfile("{\"type\": \"delay\", \"delay\": 7}")
                        .replace("\"res\": 4", "\"walltime\": 20, \"res\": 4"))
                .toWorkload(SPEED, Replays.UNREAD);

        assertThat(loaded.workload())
                .isEqualTo(new Workload(
                        List.of(WorkloadJob.of(1, 0, 7, 4)
                                .withEstimate(20)
                                .withLabels(new WorkloadJob.Labels("w0", "p"))),
                        OptionalInt.of(4),
                        OptionalLong.empty()));
        assertThat(loaded.leftOut().isNothing()).isTrue();
    }

    @Test
    void jobsWithTextIdsAreNumberedInOrder() {
        Loaded loaded = BatsimTexts.read("""
                {"nb_res": 4, "jobs": [{"id": "b", "subtime": 5, "res": 1, "profile": "p"},
                                       {"id": "7", "subtime": 0, "res": 1, "profile": "p"}],
                 "profiles": {"p": {"type": "delay", "delay": 1}}}""").toWorkload(SPEED, Replays.UNREAD);

        assertThat(loaded.workload().jobs())
                .extracting(WorkloadJob::number, WorkloadJob::name)
                .containsExactly(tuple(2L, "7"), tuple(1L, "b"));
    }

    private static OptionalDouble seconds(String profile) {
        BatsimWorkload workload = workload(profile);
        return workload.idealSeconds(workload.jobs().getFirst(), SPEED);
    }

    private static BatsimWorkload workload(String profile) {
        return BatsimTexts.read(BatsimTexts.withProfile(profile.replace('\'', '"')));
    }
}
