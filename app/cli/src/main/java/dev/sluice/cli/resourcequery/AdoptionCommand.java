package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.graph.GraphException;
import dev.sluice.graph.Placement;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.graph.model.Adoption;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.rset.ResourceSetReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/// `update`: a job holds what a file says, as after a restart.
final class AdoptionCommand {
    static final List<String> READERS = List.of("jgf", "jgf_shorthand", "rv1exec");

    private final Workspace space;
    private final MatchReport report;
    private final LongSupplier nanos;

    AdoptionCommand(Workspace space, MatchReport report, LongSupplier nanos) {
        this.space = space;
        this.report = report;
        this.nanos = nanos;
    }

    void update(List<String> words) {
        if (words.size() != 7) {
            space.outlets().malformed();
            return;
        }
        if (!Set.of("allocate", "reserve").contains(words.get(1))) {
            error("ERROR: unknown subcmd " + words.get(1));
            return;
        }
        if (!READERS.contains(words.get(2))) {
            error("ERROR: unsupported reader " + words.get(2));
            return;
        }
        String text;
        try {
            text = space.files().read(words.get(3));
        } catch (BadInput | UncheckedIOException e) {
            error("ERROR: can't open " + words.get(3));
            return;
        }
        long job = CommandWords.number(words.get(4));
        long start = CommandWords.number(words.get(5));
        long duration = CommandWords.number(words.get(6));
        if (space.model().occupancy().holding(job).isPresent()) {
            error("ERROR: existing Jobid ");
        } else if (start < 0 || duration <= 0 || duration > Long.MAX_VALUE - start) {
            error("ERROR: invalid time (" + start + ", " + duration + ")");
        } else {
            adopt(words.get(2), text, words.get(3), job, start, start + duration);
        }
    }

    private void adopt(String reader, String text, String file, long job, long start, long end) {
        long begun = nanos.getAsLong();
        try {
            Placement placement = placement(reader, text, file);
            // An allocation whenever it starts, as in flux-sched: no other job gets the vertices whole before.
            space.model().adopt(new Occupancy.Holding(job, placement, start, end, false));
            double seconds = PrintedSeconds.between(begun, nanos.getAsLong());
            space.jobs().noteTime(seconds);
            JobRegister.State state = start == Workspace.NOW ? JobRegister.State.ALLOCATED : JobRegister.State.RESERVED;
            Placement printed = reader.equals("rv1exec") ? Adoption.printed(space.graph(), placement) : placement;
            report.placed(
                    new JobRegister.Job(job, state, start, file, seconds),
                    space.format().text(space.graph(), printed, start, end));
        } catch (GraphException | JobspecException e) {
            error("ERROR: traverser run () returned error \nERROR: " + e.getMessage());
            report.notPlaced(job, "", PrintedSeconds.between(begun, nanos.getAsLong()));
        }
        space.jobs().advanceTo(job + 1);
    }

    private Placement placement(String reader, String text, String file) {
        return switch (reader) {
            case "jgf" -> Adoption.of(space.graph(), JgfReader.readListing(text, file));
            case "jgf_shorthand" ->
                Adoption.of(space.graph(), JgfReader.readListing(text, file).inShorthand());
            default -> Adoption.of(space.graph(), ResourceSetReader.read(text, file));
        };
    }

    private void error(String text) {
        space.outlets().errors().accept(text + "\n");
    }
}
