package dev.sluice.simulator.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.outside.data.NeedsOutsideData;
import dev.sluice.outside.data.OutsideData;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunRecorder;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.simulator.result.SubmittedJob;
import dev.sluice.simulator.result.SubmittedJob.Owner;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.swf.SwfJob;
import dev.sluice.traces.swf.SwfReader;
import dev.sluice.traces.swf.SwfTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Compares our metrics of published schedules with the published metrics.
@NeedsOutsideData("backfill-reference")
class PublishedSchedulesTest {
    private static final long SECOND = 1_000_000_000L;

    private record Published(String file, double meanSlowdown, double meanWait) {}

    private static final List<Published> EASY = List.of(
            new Published("KTH-SP2__easy_backfill_scheduler_None_None.swf.gz", 92.577, 6836.9),
            new Published("CTC-SP2__easy_backfill_scheduler_None_None.swf.gz", 49.571, 14272.6),
            new Published("SDSC-SP2__easy_backfill_scheduler_None_None.swf.gz", 87.870, 20497.8));

    @TestFactory
    Stream<DynamicTest> metricsAreThosePublished() {
        Path folder = OutsideData.folder("backfill-reference");
        return EASY.stream()
                .map(published -> DynamicTest.dynamicTest(published.file(), () -> assertSame(published, folder)));
    }

    private static void assertSame(Published published, Path folder) throws IOException {
        SwfTrace trace = SwfReader.read(folder.resolve(published.file()), Strictness.STRICT);

        RunSummary summary = RunSummary.of(replayed(trace));

        assertThat(summary.boundedSlowdowns().mean()).isCloseTo(published.meanSlowdown(), within(0.0005));
        assertThat(summary.waits().mean()).isCloseTo(published.meanWait(), within(0.05));
        assertThat(summary.utilisation()).isBetween(0.5, 1.0);
    }

    private enum Kind {
        FINISH,
        SUBMIT,
        START
    }

    private record Event(long timeNanos, Kind kind, int job) {}

    private static RunResult replayed(SwfTrace trace) {
        List<SwfJob> jobs = trace.jobs().toList();
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            SwfJob job = jobs.get(i);
            long submit = SECOND * (long) job.submitSeconds();
            long start = submit + SECOND * (long) job.waitSeconds();
            long run = SECOND * (long) Math.max(1, job.runSeconds());
            events.add(new Event(submit, Kind.SUBMIT, i));
            events.add(new Event(start, Kind.START, i));
            events.add(new Event(start + run, Kind.FINISH, i));
        }
        events.sort(Comparator.comparingLong(Event::timeNanos).thenComparing(Event::kind));
        int size = (int) trace.header().machineSize().orElseThrow();
        RunRecorder recorder = new RunRecorder(new RunName("easy", "published", "", 0), size, jobs.size());
        int[] rows = new int[jobs.size()];
        for (Event event : events) {
            SwfJob job = jobs.get(event.job());
            switch (event.kind()) {
                case SUBMIT -> rows[event.job()] = recorder.submitted(submitted(job, event.timeNanos()));
                case START -> recorder.started(rows[event.job()], event.timeNanos(), false);
                case FINISH ->
                    recorder.finished(rows[event.job()], event.timeNanos(), FinalState.COMPLETED_SUCCESSFULLY);
            }
        }
        return recorder.close(0);
    }

    private static SubmittedJob submitted(SwfJob job, long timeNanos) {
        return new SubmittedJob(
                job.number(), "", "w0", "", timeNanos, (int) job.allocatedProcessors(), RunResult.NEVER, Owner.UNKNOWN);
    }
}
