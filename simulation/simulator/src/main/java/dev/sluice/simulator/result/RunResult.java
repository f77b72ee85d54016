package dev.sluice.simulator.result;

import java.util.ArrayList;
import java.util.List;

/// The complete, immutable result of a run.
public final class RunResult {

    /// A time that never came, or no limit.
    public static final long NEVER = -1;

    private final RunName name;
    private final int machineSize;
    private final long endNanos;
    private final JobResults jobs;
    private final MachineSeries machine;
    private final LostRuns lostRuns;
    private final List<Note> notes;
    private final RunSetup setup;

    RunResult(
            RunName name,
            int machineSize,
            long endNanos,
            JobResults jobs,
            MachineSeries machine,
            LostRuns lostRuns,
            List<Note> notes,
            RunSetup setup) {
        this.name = name;
        this.machineSize = machineSize;
        this.endNanos = endNanos;
        this.jobs = jobs;
        this.machine = machine;
        this.lostRuns = lostRuns;
        this.notes = List.copyOf(notes);
        this.setup = setup;
    }

    /// Returns the result with another note.
    public RunResult with(Note note) {
        List<Note> more = new ArrayList<>(notes);
        more.add(note);
        return copy(more, setup);
    }

    /// Returns the result with the options of the run.
    public RunResult with(RunSetup options) {
        return copy(notes, options);
    }

    private RunResult copy(List<Note> otherNotes, RunSetup otherSetup) {
        return new RunResult(name, machineSize, endNanos, jobs, machine, lostRuns, otherNotes, otherSetup);
    }

    /// Returns the options of the run.
    public RunSetup setup() {
        return setup;
    }

    public RunName name() {
        return name;
    }

    /// Returns the number of resources.
    public int machineSize() {
        return machineSize;
    }

    /// Returns when the run ended or was stopped, since its beginning.
    public long endNanos() {
        return endNanos;
    }

    public JobResults jobs() {
        return jobs;
    }

    public MachineSeries machine() {
        return machine;
    }

    /// Returns the lost runs.
    public LostRuns lostRuns() {
        return lostRuns;
    }

    public List<Note> notes() {
        return notes;
    }
}
