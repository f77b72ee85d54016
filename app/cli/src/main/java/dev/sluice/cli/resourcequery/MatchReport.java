package dev.sluice.cli.resourcequery;

import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.Outcome;

/// Tells what became of a match, and enters it in the register.
final class MatchReport {
    private final Workspace space;
    private final boolean timed;

    /// @param timed whether to tell how long it took
    MatchReport(Workspace space, boolean timed) {
        this.space = space;
        this.timed = timed;
    }

    void print(MatchOperation operation, Outcome outcome, String file, double seconds) {
        switch (outcome) {
            case Outcome.Placed placed -> {
                JobRegister.State state = !operation.allocates()
                        ? JobRegister.State.MATCHED
                        : placed.reserved() ? JobRegister.State.RESERVED : JobRegister.State.ALLOCATED;
                JobRegister.Job job = new JobRegister.Job(space.jobs().next(), state, placed.start(), file, seconds);
                placed(job, space.format().text(space.graph(), placed.placement(), placed.start(), placed.end()));
            }
            case Outcome.Satisfiable() -> satisfiable("Satisfiable", seconds);
            case Outcome.Unsatisfiable()
            when operation == MatchOperation.SATISFIABILITY -> satisfiable("Unsatisfiable", seconds);
            case Outcome.Busy() -> notPlaced(space.jobs().next(), "", seconds);
            case Outcome.Unsatisfiable() -> notPlaced(space.jobs().next(), "INFO: Unsatisfiable request\n", seconds);
        }
    }

    /// @param resources what the job has been given, as text
    void placed(JobRegister.Job job, String resources) {
        String when = job.start() == Workspace.NOW ? "Now" : Long.toString(job.start());
        if (timed) {
            space.outlets()
                    .results()
                    .accept(resources + Workspace.RULE + "INFO: JOBID=" + job.id() + "\nINFO: RESOURCES=" + job.state()
                            + "\nINFO: SCHEDULED AT=" + when + "\n");
            space.outlets().notes().accept(elapsed(job.matchSeconds()) + visits());
            space.outlets().results().accept(Workspace.RULE);
        } else {
            space.outlets()
                    .results()
                    .accept(resources + Workspace.RULE + "INFO: JOBID=" + job.id() + "\nINFO: RESOURCES=" + job.state()
                            + "\nINFO: SCHEDULED AT=" + when + "\n" + Workspace.RULE);
        }
        space.jobs().add(job);
    }

    void notPlaced(long job, String reason, double seconds) {
        String head = Workspace.RULE + "INFO: No matching resources found\n" + reason + "INFO: JOBID=" + job + "\n";
        if (timed) {
            // The tool sends this one time to the results.
            space.outlets().results().accept(head + elapsed(seconds));
            space.outlets().notes().accept(visits());
            space.outlets().results().accept(Workspace.RULE);
        } else {
            space.outlets().results().accept(head + Workspace.RULE);
        }
    }

    private void satisfiable(String answer, double seconds) {
        space.outlets().results().accept(Workspace.RULE + "INFO: " + answer + " request\n" + Workspace.RULE);
        if (timed) {
            space.outlets().notes().accept(elapsed(seconds) + visits());
        }
    }

    private static String elapsed(double seconds) {
        return "INFO: ELAPSE=" + PrintedSeconds.withSixDecimals(seconds) + "\n";
    }

    /// How many vertices were looked at is a matter of the walk; ours has indexes where flux-sched walks, and does not
    /// count.
    private static String visits() {
        return "INFO: PREORDER VISIT COUNT=0\nINFO: POSTORDER VISIT COUNT=0\n";
    }
}
