package dev.sluice.simulator.reference;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.simulator.drive.ProgressWatch;
import dev.sluice.simulator.drive.Scenario;
import dev.sluice.simulator.drive.SimulatedMachine;
import dev.sluice.simulator.drive.SimulationOptions;
import dev.sluice.simulator.drive.WallTimeSource;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.TraceException;
import dev.sluice.traces.TraceException.Place;
import dev.sluice.traces.Workload;
import dev.sluice.traces.swf.SwfField;
import dev.sluice.traces.swf.SwfTrace;
import dev.sluice.traces.swf.SwfWorkloads;
import dev.sluice.traces.swf.SwfWorkloads.SizeFrom;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A published schedule, whose field 3 has each job's wait. That field is used for the final comparison only.
public record ReferenceSchedule(String name, SwfTrace trace, ReferencePolicy policy) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /// The result of a comparison.
    ///
    /// @param firstDifference a sentence; empty if there is no difference
    public record Comparison(String name, int identical, int total, Optional<String> firstDifference) {
        public boolean isIdentical() {
            return identical == total && total > 0;
        }
    }

    public Comparison compare() {
        JobResults jobs = run().jobs();
        Map<Long, Double> expected = new HashMap<>();
        for (int job = 0; job < trace.size(); job++) {
            expected.put((long) trace.value(SwfField.JOB_NUMBER, job), trace.value(SwfField.WAIT_TIME, job));
        }
        int identical = 0;
        Optional<String> difference = Optional.empty();
        for (int row = 0; row < jobs.size(); row++) {
            double wait = jobs.hasStarted(row) ? (double) jobs.waitNanos(row) / NANOS_PER_SECOND : Double.NaN;
            Double reference = expected.get(jobs.number(row));
            if (reference != null && reference == wait) {
                identical++;
            } else if (difference.isEmpty()) {
                difference = Optional.of(
                        "job %d waits %s s, in the reference %s s".formatted(jobs.number(row), wait, reference));
            }
        }
        return new Comparison(name, identical, trace.size(), difference);
    }

    /// Runs the trace under the policy, on as many processors as its header says.
    public RunResult run() {
        Workload workload = SwfWorkloads.toWorkload(trace, SizeFrom.ALLOCATED).workload();
        OptionalInt size = workload.machineProcessors();
        if (size.isEmpty()) {
            throw new TraceException(
                    Place.startOf(name), "the header has no MaxProcs, so the machine's size is unknown");
        }
        SimulationOptions options = new SimulationOptions(
                WallTimeSource.of(policy.estimates()),
                NANOS_PER_SECOND,
                0,
                Optional.empty(),
                false,
                false,
                new Seeds(0));
        return new Scenario(
                        new RunName(policy.policy().name(), name, size.getAsInt() + " processors", 0),
                        workload,
                        SimulatedMachine.counting(size.getAsInt()),
                        EngineOptions.plain(policy.policy(), policy.cycle()),
                        options)
                .run(ProgressWatch.NONE);
    }
}
