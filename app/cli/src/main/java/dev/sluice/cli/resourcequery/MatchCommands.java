package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.traverser.JobspecVariants;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `match` and `multi-match`: find resources for jobs.
final class MatchCommands {
    private static final Map<String, MatchOperation> OPERATIONS =
            Stream.of(MatchOperation.values()).collect(Collectors.toMap(MatchOperation::word, Function.identity()));

    private final Workspace space;
    private final SessionJobspecs jobspecs;
    private final MatchReport report;
    private final LongSupplier nanos;

    MatchCommands(Workspace space, SessionJobspecs jobspecs, MatchReport report, LongSupplier nanos) {
        this.space = space;
        this.jobspecs = jobspecs;
        this.report = report;
        this.nanos = nanos;
    }

    void match(List<String> words) {
        if (words.size() != 3) {
            space.outlets().malformed();
            return;
        }
        operation(words.get(1)).ifPresent(operation -> run(operation, words.get(2)));
    }

    /// Goes through the files until one does not match.
    void multiMatch(List<String> words) {
        if (words.size() <= 3) {
            space.outlets().malformed();
            return;
        }
        Optional<MatchOperation> operation = operation(words.get(1));
        for (int i = 2; i < words.size() && operation.isPresent(); i++) {
            if (!run(operation.get(), words.get(i))) {
                return;
            }
        }
    }

    private Optional<MatchOperation> operation(String word) {
        MatchOperation operation = OPERATIONS.get(word);
        if (operation == null) {
            space.outlets().errors().accept("ERROR: unknown subcmd " + word + "\n");
        }
        return Optional.ofNullable(operation);
    }

    /// Matches one file and prints the result.
    ///
    /// @return whether `multi-match` continues with the next file; it does after one that cannot be opened
    private boolean run(MatchOperation operation, String file) {
        long start = nanos.getAsLong();
        JobspecVariants jobspec;
        try {
            jobspec = jobspecs.in(file);
        } catch (BadInput | UncheckedIOException e) {
            space.outlets().errors().accept("ERROR: can't open " + file + "\n");
            return true;
        } catch (BadJobspec e) {
            error("Jobspec error for " + space.jobs().next() + ": " + e.getMessage());
            report.print(operation, noMatch(operation), file, 0);
            return false;
        }
        jobspec.error().ifPresent(this::error);
        Outcome outcome = space.model().match(operation, jobspec, space.jobs().next(), Workspace.NOW);
        double seconds = PrintedSeconds.between(start, nanos.getAsLong());
        space.jobs().noteTime(seconds);
        report.print(operation, outcome, file, seconds);
        if (operation.allocates()) {
            space.jobs().advance();
        }
        return outcome instanceof Outcome.Placed || outcome instanceof Outcome.Satisfiable;
    }

    private void error(String what) {
        space.outlets().errors().accept("match_allocate: ERROR: " + what + "\n");
    }

    /// A jobspec that cannot be read matches nothing. flux-sched calls it unsatisfiable only if that was the question.
    private static Outcome noMatch(MatchOperation operation) {
        return operation == MatchOperation.SATISFIABILITY ? new Outcome.Unsatisfiable() : new Outcome.Busy();
    }
}
