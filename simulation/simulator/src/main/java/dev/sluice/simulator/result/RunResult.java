package dev.sluice.simulator.result;

import java.util.ArrayList;
import java.util.List;

/// All that a run has shown. Immutable.
public final class RunResult {

    /// A time that did not come, and a limit that there is not.
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

    /// The same with another note.
    public RunResult with(Note note) {
        List<Note> more = new ArrayList<>(notes);
        more.add(note);
        return copy(more, setup);
    }

    /// The same with the options that it was made with.
    public RunResult with(RunSetup options) {
        return copy(notes, options);
    }

    private RunResult copy(List<Note> otherNotes, RunSetup otherSetup) {
        return new RunResult(name, machineSize, endNanos, jobs, machine, lostRuns, otherNotes, otherSetup);
    }

    /// The options that shaped the run.
    public RunSetup setup() {
        return setup;
    }

    public RunName name() {
        return name;
    }

    /// How many resources there are.
    public int machineSize() {
        return machineSize;
    }

    /// When the run ended or was stopped, since its beginning.
    public long endNanos() {
        return endNanos;
    }

    public JobResults jobs() {
        return jobs;
    }

    public MachineSeries machine() {
        return machine;
    }

    /// What jobs had to do again.
    public LostRuns lostRuns() {
        return lostRuns;
    }

    public List<Note> notes() {
        return notes;
    }
}
