package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.graph.GraphException;
import dev.sluice.graph.Placement;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.graph.model.PartialRelease;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.rset.ResourceSet;
import dev.sluice.jobspec.rset.ResourceSetReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `cancel` and `partial-cancel`: giving back what jobs hold.
final class ReleaseCommands {
    private static final String STATS = "stats";

    private final Workspace space;
    private final Set<String> countedTypes;

    /// @param countedTypes of which types the graph keeps count
    ReleaseCommands(Workspace space, Set<String> countedTypes) {
        this.space = space;
        this.countedTypes = countedTypes;
    }

    void cancel(List<String> words) {
        if (words.size() < 2 || words.size() > 3) {
            space.outlets().malformed();
            return;
        }
        long job = CommandWords.number(words.get(1));
        Optional<Occupancy.Holding> holding = space.model().occupancy().holding(job);
        if (!space.model().cancel(job)) {
            error("cancel: ERROR: nonexistent job " + job);
            return;
        }
        space.jobs().cancel(job);
        if (words.size() == 3 && words.get(2).equals(STATS)) {
            reportVisits("CANCEL", holding.map(held -> held.placement().size()).orElse(0));
        }
    }

    void partialCancel(List<String> words) {
        if (words.size() < 4 || words.size() > 5) {
            space.outlets().malformed();
            return;
        }
        String format = words.get(2);
        if (!Set.of("jgf", "rv1exec").contains(format)) {
            error("ERROR: unsupported reader " + format);
            return;
        }
        String text;
        try {
            text = space.files().read(words.get(3));
        } catch (BadInput | UncheckedIOException e) {
            error("ERROR: can't open " + words.get(3));
            return;
        }
        long job = CommandWords.number(words.get(1));
        Optional<Occupancy.Holding> holding = space.model().occupancy().holding(job);
        if (holding.isEmpty()) {
            error("ERROR: nonexistent job " + job);
            return;
        }
        boolean isReserved = space.jobs()
                .job(job)
                .filter(known -> known.state() == JobRegister.State.RESERVED)
                .isPresent();
        if (isReserved) {
            error("ERROR: reservations not currently supported by partial cancel");
            return;
        }
        int released = release(holding.get(), format, text, words.get(3));
        if (words.size() == 5 && words.get(4).equals(STATS)) {
            reportVisits("PARTIAL CANCEL", released);
        }
    }

    /// How many vertices the job gives back; none if the list makes no sense for it.
    private int release(Occupancy.Holding holding, String format, String text, String file) {
        Optional<Placement> rest = restOf(holding.placement(), format, text, file);
        if (rest.isEmpty()) {
            error("ERROR: error encountered while removing job " + holding.job());
            return 0;
        }
        space.model().reduce(holding, rest.get());
        if (rest.get().size() == 0) {
            space.jobs().cancel(holding.job());
        }
        return holding.placement().size() - rest.get().size();
    }

    private Optional<Placement> restOf(Placement placement, String format, String text, String file) {
        try {
            if (format.equals("jgf")) {
                return PartialRelease.named(space.graph(), placement, JgfReader.readListing(text, file))
                        .map(released -> PartialRelease.without(placement, released));
            }
            ResourceSet set = ResourceSetReader.read(text, file);
            return PartialRelease.named(space.graph(), placement, set)
                    .map(released -> PartialRelease.without(placement, released))
                    .map(rest -> rest.size() == 0
                                    && PartialRelease.leavesSomething(space.graph(), placement, set, countedTypes)
                            ? PartialRelease.shared(placement)
                            : rest);
        } catch (GraphException | JobspecException e) {
            return Optional.empty();
        }
    }

    private void error(String text) {
        space.outlets().errors().accept(text + "\n");
    }

    private void reportVisits(String what, int visited) {
        space.outlets()
                .results()
                .accept(Workspace.RULE + "INFO: " + what + " PREORDER COUNT=\"" + visited + "\"\nINFO: " + what
                        + " POSTORDER COUNT=\"" + visited + "\"\n" + Workspace.RULE);
    }
}
