package dev.sluice.traces.batsim;

import static dev.sluice.traces.batsim.BatsimTexts.read;
import static dev.sluice.traces.batsim.BatsimTexts.withProfile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatsimReaderTest {
    private static final String WORKLOAD = """
            {
              "description": "read by nobody", "nested": {"a": [1, {"b": 2}]},
              "nb_res": 8,
              "jobs": [
                {"id": "one", "subtime": 0, "res": 4, "profile": "short", "walltime": 20, "user": "ann", "tags": ["a", 1]},
                {"id": 2, "subtime": 10.5, "res": 1, "profile": "short"},
                {"id": "3", "subtime": 11, "res": 1, "profile": "short", "walltime": -1}
              ],
              "profiles": {"short": {"type": "delay", "delay": 12.5, "ret": 1, "cpu": 0.5, "scheduler": "x"}}
            }
            """;

    @Test
    void jobsAndProfilesAreRead() {
        BatsimWorkload workload = read(WORKLOAD);

        assertThat(workload.resources()).isEqualTo(8);
        assertThat(workload.jobs())
                .containsExactly(
                        new BatsimJob("one", 0, 4, "short", 20, Map.of("user", "\"ann\"", "tags", "[\"a\",1]")),
                        new BatsimJob("2", 10.5, 1, "short", BatsimJob.NO_WALL_TIME, Map.of()),
                        new BatsimJob("3", 11, 1, "short", BatsimJob.NO_WALL_TIME, Map.of()));
        assertThat(workload.profiles())
                .containsExactly(entry(
                        "short",
                        new BatsimProfile(
                                "short", new Work.Delay(12.5), 1, Map.of("cpu", "0.5", "scheduler", "\"x\""))));
    }

    @Test
    void profilesMayComeFirst() {
        assertThat(read("""
                {"profiles": {"p": {"type": "delay", "delay": 1}},
                 "jobs": [{"id": 1, "subtime": 0, "res": 1, "profile": "p"}], "nb_res": 1}
                """).jobs()).hasSize(1);
    }

    @Test
    void everyProfileTypeOfBatsim4IsUnderstood() {
        assertWork("{'type': 'delay', 'delay': 3}", new Work.Delay(3));
        assertWork(
                "{'type': 'parallel', 'cpu': [1, 2], 'com': [0, 3, 4, 0]}",
                new Work.Parallel(ResourceVector.of(1, 2), ResourceVector.of(0, 3, 4, 0)));
        assertWork(
                "{'type': 'parallel', 'cpu': [1, 2]}", new Work.Parallel(ResourceVector.of(1, 2), ResourceVector.NONE));
        assertWork("{'type': 'parallel_homogeneous', 'cpu': 5e6, 'com': 7}", new Work.Homogeneous(5e6, 7));
        assertWork("{'type': 'parallel_homogeneous_total', 'cpu': 8, 'com': 9}", new Work.HomogeneousTotal(8, 9));
        assertWork("{'type': 'composed', 'seq': ['d2', 'd3']}", new Work.Sequence(List.of("d2", "d3"), 1));
        assertWork("{'type': 'composed', 'seq': ['d2'], 'repeat': 4}", new Work.Sequence(List.of("d2"), 4));
        assertWork(
                "{'type': 'parallel_homogeneous_pfs', 'bytes_to_read': 1, 'bytes_to_write': 2}",
                new Work.FileSystem(1, 2, "pfs"));
        assertWork(
                "{'type': 'data_staging', 'nb_bytes': 10, 'from': 'a', 'to': 'b'}", new Work.DataStaging(10, "a", "b"));
        assertWork("{'type': 'smpi', 'trace': 'dir/trace.txt'}", new Work.Smpi("dir/trace.txt"));
        assertWork("{'type': 'usage_trace', 'trace': 'u.txt'}", new Work.UsageTrace("u.txt"));
        assertWork("{'type': 'send', 'msg': {'a': 1}, 'sleeptime': 2}", new Work.Send("{\"a\":1}", 2));
        assertWork(
                "{'type': 'recv', 'regex': 'x+', 'success': 's', 'failure': 'f', 'timeout': 5, 'polltime': 1}",
                new Work.Receive("x+", "s", "f", 5, 1));
    }

    @Test
    void problemsNameLineColumnPathAndValue() {
        assertRefused(
                WORKLOAD.replace("\"res\": 4", "\"res\": 0"),
                "w.json:5:40: jobs[0].res: must be a whole number from 1 to 2147483647 (0)");
        assertRefused(
                WORKLOAD.replace("10.5", "\"soon\""), "w.json:6:26: jobs[1].subtime: must be a number (\"soon\")");
        assertRefused(WORKLOAD.replace("10.5", "-3"), "w.json:6:26: jobs[1].subtime: must be 0 or more (-3)");
        assertRefused(WORKLOAD.replace("10.5", "1e300"), "w.json:6:26: jobs[1].subtime: must be at most 4.0E9 (1e300)");
        assertRefused(
                WORKLOAD.replace("\"walltime\": 20", "\"walltime\": 0"),
                "w.json:5:75: jobs[0].walltime: must not be 0 (0)");
        assertRefused(WORKLOAD.replace("\"id\": \"3\"", "\"id\": 2"), "w.json:7:12: jobs[2].id: is not unique (2)");
        assertRefused(WORKLOAD.replace("\"id\": 2, ", ""), "w.json:6:5: jobs[1]: field (id) is missing");
        assertRefused(
                WORKLOAD.replace("\"nb_res\": 8,", ""), "w.json:1:1: field (nb_res) is missing: the number of hosts");
        assertRefused(
                WORKLOAD.replace("1, \"profile\": \"short\"}", "1, \"profile\": \"long\"}"),
                "w.json:6:53: jobs[1].profile: there is no profile of this name (long)");
        assertRefused("{\"nb_res\": 1, \"jobs\": {}}", "w.json:1:23: jobs: must be an array (an object of 0)");
        assertRefused("[]", "w.json:1:1: must be a JSON object with nb_res, jobs and profiles");
    }

    @Test
    void problemsInProfilesNameTheProfile() {
        assertRefused(withProfile("{\"type\": \"delay\"}"), "w.json:3:20: profiles.p: field (delay) is missing");
        assertRefused(
                withProfile("{\"type\": \"delay\", \"delay\": -1}"),
                "w.json:3:47: profiles.p.delay: must be 0 or more (-1)");
        assertRefused(
                withProfile("{\"type\": \"parallel\", \"cpu\": [1, 2], \"com\": [1, 2, 3]}"),
                "w.json:3:20: profiles.p: com has (3) amounts for (2) hosts; it must be their square");
        assertRefused(
                withProfile("{\"type\": \"parallel\", \"cpu\": [1, null]}"),
                "w.json:3:52: profiles.p.cpu[1]: must be a number (null)");
        assertThatThrownBy(() -> read(withProfile("{\"type\": \"DelayProfile\"}")))
                .hasMessageStartingWith(
                        "w.json:3:29: profiles.p.type: unknown profile type (DelayProfile). Maybe this is a"
                                + " workload for Batsim 5; the types of Batsim 4 are composed, data_staging, delay,");
    }

    @Test
    void sequencesOfUnknownProfilesAndCircularOnesAreRefused() {
        assertRefused(
                withProfile("{\"type\": \"composed\", \"seq\": [\"d2\", \"gone\"]}"),
                "w.json:3:20: profiles.p: there is no profile (gone)");
        assertRefused(
                withProfile("{\"type\": \"composed\", \"seq\": [\"d2\", \"p\"]}"),
                "w.json:3:20: profiles.p: sequences within sequences deeper than (100) at profile (p)");
    }

    @Test
    void malformedJsonIsRefused() {
        assertThatThrownBy(() -> read("{\"nb_res\": 1,\n \"jobs\": [}"))
                .isInstanceOf(TraceException.class)
                .hasMessageStartingWith("w.json:2:11: not JSON: ");
        assertThatThrownBy(() -> read("{\"nb_res\": 1, \"jobs\": [")).isInstanceOf(TraceException.class);
        assertThatThrownBy(() -> read("{\"nb_res\": 1} 5")).hasMessage("w.json:1:15: unexpected content after the end");
        assertThatThrownBy(() -> read("{\"nb_res\": 1, \"nb_res\": 2}"))
                .hasMessageContaining("not JSON: Duplicate field 'nb_res'");
        assertThatThrownBy(() -> read("[".repeat(100_000))).isInstanceOf(TraceException.class);
        assertThatThrownBy(() -> read("{\"x\": " + "[".repeat(100_000))).isInstanceOf(TraceException.class);
        assertThatThrownBy(() -> read("{\"nb_res\": " + "9".repeat(1000) + "}")).isInstanceOf(TraceException.class);
    }

    @Test
    void aLenientReaderLeavesOutWrongJobs() {
        String text = WORKLOAD.replace("\"res\": 4", "\"res\": 0")
                .replace("1, \"profile\": \"short\"}", "1, \"profile\": \"long\"}");

        BatsimWorkload workload = BatsimTexts.read(text.getBytes(StandardCharsets.UTF_8), Strictness.LENIENT);

        assertThat(workload.jobs()).extracting(BatsimJob::id).containsExactly("3");
        assertThat(workload.leftOut().count()).isEqualTo(2);
        assertThat(workload.leftOut().first())
                .containsExactly(
                        "w.json:5:40: jobs[0].res: must be a whole number from 1 to 2147483647 (0)",
                        "w.json:6:53: jobs[1].profile: there is no profile of this name (long)");
    }

    @Test
    void ofTwoJobsOfOneNameALenientReaderTakesTheFirst() {
        String text = WORKLOAD.replace("\"id\": \"3\"", "\"id\": 2");

        BatsimWorkload workload = BatsimTexts.read(text.getBytes(StandardCharsets.UTF_8), Strictness.LENIENT);

        assertThat(workload.jobs()).extracting(BatsimJob::id).containsExactly("one", "2");
        assertThat(workload.leftOut().first()).containsExactly("w.json:7:12: jobs[2].id: is not unique (2)");
    }

    private static void assertWork(String profile, Work work) {
        BatsimProfile read =
                read(withProfile(profile.replace('\'', '"'))).profiles().get("p");

        assertThat(read).isEqualTo(BatsimProfile.of("p", work));
    }

    private static void assertRefused(String text, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(TraceException.class).hasMessage(message);
    }
}
