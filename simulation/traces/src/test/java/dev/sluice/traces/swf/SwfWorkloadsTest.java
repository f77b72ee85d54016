package dev.sluice.traces.swf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.traces.Workload;
import dev.sluice.traces.Workload.Loaded;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.WorkloadJob.Origin;
import dev.sluice.traces.swf.SwfWorkloads.SizeFrom;
import java.util.List;
import org.junit.jupiter.api.Test;

class SwfWorkloadsTest {
    private static final WorkloadJob JOB =
            new WorkloadJob(1, "1", 0, 60, 4, 3600, 200, new Origin(7, 8, 9, 0, 2), -1, -1);

    @Test
    void aLineBecomesAJob() {
        Loaded loaded = toWorkload("; MaxProcs: 100\n; UnixStartTime: 12345\n" + SwfTexts.JOB);

        assertThat(loaded.workload().jobs()).containsExactly(JOB);
        assertThat(loaded.workload().machineProcessors()).hasValue(100);
        assertThat(loaded.workload().unixStartSeconds()).hasValue(12345);
        assertThat(loaded.leftOut().isNothing()).isTrue();
    }

    @Test
    void jobsAreInOrderOfSubmissionThenOfNumber() {
        Loaded loaded = toWorkload(line(3, 10) + line(2, 10) + line(7, 5));

        assertThat(loaded.workload().jobs()).extracting(WorkloadJob::number).containsExactly(7L, 2L, 3L);
    }

    @Test
    void theSizeIsTakenFromEitherField() {
        String trace = SwfTexts.JOB.replace(" 4 3600", " 8 3600");

        assertThat(SwfWorkloads.toWorkload(SwfTexts.read(trace), SizeFrom.ALLOCATED)
                        .workload()
                        .processorsMax())
                .isEqualTo(4);
        assertThat(SwfWorkloads.toWorkload(SwfTexts.read(trace), SizeFrom.REQUESTED)
                        .workload()
                        .processorsMax())
                .isEqualTo(8);
        assertThat(toWorkload(trace.replace("60 4", "60 -1")).workload().processorsMax())
                .isEqualTo(8);
    }

    @Test
    void waitTimesAreIgnored() {
        assertThat(toWorkload(SwfTexts.JOB.replace("1 0 5 60", "1 0 99999 60"))).isEqualTo(toWorkload(SwfTexts.JOB));
    }

    @Test
    void partialRunsAreLeftOutIfThereIsALineForTheWhole() {
        String whole = "1 0 -1 90 4 -1 -1 4 -1 -1 1 7 -1 -1 -1 -1 -1 -1\n";
        String parts =
                "1 0 -1 60 4 -1 -1 4 -1 -1 2 7 -1 -1 -1 -1 -1 -1\n1 80 -1 30 4 -1 -1 4 -1 -1 3 7 -1 -1 -1 -1 -1 -1\n";

        assertThat(toWorkload(whole + parts).workload().jobs())
                .extracting(WorkloadJob::runSeconds)
                .containsExactly(90.0);
        assertThat(toWorkload(whole + parts).leftOut().count()).isEqualTo(2);
        assertThat(toWorkload(parts).workload().jobs()).hasSize(2);
    }

    @Test
    void jobsThatCannotRunAreLeftOutAndReported() {
        Loaded loaded = toWorkload(SwfTexts.JOB
                + "2 0 -1 -1 4 -1 -1 4 -1 -1 5 7 -1 -1 -1 -1 -1 -1\n"
                + "3 0 -1 0 -1 -1 -1 -1 -1 -1 5 7 -1 -1 -1 -1 -1 -1\n"
                + "4 -5 -1 10 4 -1 -1 -1 -1 -1 5 7 -1 -1 -1 -1 -1 -1\n");

        assertThat(loaded.workload().jobs()).containsExactly(JOB);
        assertThat(loaded.leftOut().count()).isEqualTo(3);
        assertThat(loaded.leftOut().first())
                .containsExactly(
                        "job 2: run time (-1.0) must be from 0 to 4.0E9",
                        "job 3: processors (-1) must be 1 or more",
                        "job 4: submit time (-5.0) must be from 0 to 4.0E9");
    }

    @Test
    void anUnknownEstimateStaysUnknown() {
        WorkloadJob job =
                toWorkload(SwfTexts.JOB.replace("3600", "-1")).workload().jobs().getFirst();

        assertThat(job.hasEstimate()).isFalse();
        assertThat(job.estimateNanos()).isNegative();
    }

    @Test
    void secondsBecomeNanosecondsExactly() {
        WorkloadJob job = WorkloadJob.of(1, 1_700_000_000.5, 0.1, 1).withEstimate(123_456_789);

        assertThat(job.submitNanos()).isEqualTo(1_700_000_000_500_000_000L);
        assertThat(job.runNanos()).isEqualTo(100_000_000);
        assertThat(job.estimateNanos()).isEqualTo(123_456_789_000_000_000L);
    }

    @Test
    void aWorkloadIsWrittenWithItsHeader() {
        Workload workload = toWorkload("; MaxProcs: 100\n" + SwfTexts.JOB).workload();

        assertThat(SwfTexts.write(SwfWorkloads.toTrace(workload, List.of("made for a test"))))
                .isEqualTo("""
                ; Version: 2.2
                ; MaxJobs: 1
                ; MaxRecords: 1
                ; Preemption: No
                ; MaxNodes: 100
                ; MaxProcs: 100
                ; Note: made for a test
                ;
                1 0 -1 60 4 -1 -1 4 3600 200 -1 7 8 9 0 2 -1 -1
                """);
    }

    private static Loaded toWorkload(String text) {
        return SwfWorkloads.toWorkload(SwfTexts.read(text), SizeFrom.ALLOCATED);
    }

    private static String line(int number, int submit) {
        return number + " " + submit + SwfTexts.JOB.substring("1 0".length());
    }
}
