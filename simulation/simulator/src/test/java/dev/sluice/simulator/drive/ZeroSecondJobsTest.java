package dev.sluice.simulator.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.outside.data.NeedsOutsideData;
import dev.sluice.outside.data.OutsideData;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.file.WorkloadFormat;
import dev.sluice.traces.synthetic.LoadScaling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Jobs that take no time end in the instant in which they start. The schedules are those of a plain EASY that is
/// written without the engine.
class ZeroSecondJobsTest {
    private static final long NO_LEAST_RUN = 0;
    private static final long ONE_NANOSECOND = 1;
    private static final double LOAD = 0.95;

    /// Submission, run time and processors of 26 jobs on eight processors.
    private static final String TWENTY_SIX_JOBS = """
            0,0,7 2,1,3 4,5,5 4,4,5 4,0,3 4,4,2 5,0,1 5,5,3 7,3,4 7,0,8 9,3,7 9,3,4 10,1,5
            11,2,8 13,3,6 14,3,1 16,0,5 18,5,5 18,0,6 20,0,2 21,1,4 21,0,2 21,2,7 22,0,5 23,3,6 23,0,3
            """;

    private static List<WorkloadJob> twentySixJobs() {
        List<WorkloadJob> jobs = new ArrayList<>();
        for (String job : TWENTY_SIX_JOBS.strip().split("[ \\n]+", -1)) {
            String[] fields = job.split(",", -1);
            jobs.add(WorkloadJob.of(
                    jobs.size() + 1L,
                    Double.parseDouble(fields[0]),
                    Double.parseDouble(fields[1]),
                    Integer.parseInt(fields[2])));
        }
        return jobs;
    }

    @Test
    void simultaneousEndsStayTogetherInACaseOfTwentySixJobs() {
        List<WorkloadJob> jobs = twentySixJobs();

        assertThat(jobs).hasSize(26);
        assertThat(PlainRuns.easyStarts(8, jobs, NO_LEAST_RUN)).isEqualTo(PlainEasy.starts(8, jobs));
    }

    @Test
    void runsOfOneNanosecondWouldGiveAnotherSchedule() {
        List<WorkloadJob> jobs = twentySixJobs();

        assertThat(PlainRuns.easyStarts(8, jobs, ONE_NANOSECOND)).isNotEqualTo(PlainEasy.starts(8, jobs));
    }

    @TestFactory
    @NeedsOutsideData("traces")
    Stream<DynamicTest> realTracesAtHighLoadEqualPlainEasy() {
        return Stream.of("NASA-iPSC", "LLNL-Atlas")
                .flatMap(name -> OutsideData.files("traces", file -> file.startsWith(name)).stream())
                .map(file -> DynamicTest.dynamicTest(String.valueOf(file.getFileName()), () -> compare(file)));
    }

    private static void compare(Path file) throws IOException {
        Workload workload = WorkloadFormat.of(file)
                .orElseThrow()
                .read(file, WorkloadFormat.Options.USUAL)
                .workload();
        int machine = workload.machineProcessors().orElseThrow();
        List<WorkloadJob> jobs = LoadScaling.toLoad(workload, machine, LOAD).jobs();

        assertThat(jobs).anyMatch(job -> job.runNanos() == 0);
        assertThat(PlainRuns.easyStarts(machine, jobs, NO_LEAST_RUN)).isEqualTo(PlainEasy.starts(machine, jobs));
    }
}
