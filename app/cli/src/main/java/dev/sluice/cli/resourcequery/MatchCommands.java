package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.Outcome;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `match` and `multi-match`: finding places for jobs.
final class MatchCommands {
    private static final Map<String, MatchOperation> OPERATIONS =
            Stream.of(MatchOperation.values()).collect(Collectors.toMap(MatchOperation::word, Function.identity()));

    private final Workspace space;
    private final SessionJobspecs requests;
    private final MatchReport report;
    private final LongSupplier nanos;

    MatchCommands(Workspace space, SessionJobspecs requests, MatchReport report, LongSupplier nanos) {
        this.space = space;
        this.requests = requests;
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

    /// Whether a row of matches goes on after this one; a file that cannot be read does not end it.
    private boolean run(MatchOperation operation, String file) {
        long start = nanos.getAsLong();
        SessionJobspec request;
        try {
            request = requests.in(file);
        } catch (BadInput | UncheckedIOException e) {
            space.outlets().errors().accept("ERROR: can't open " + file + "\n");
            return true;
        } catch (BadJobspec e) {
            error("Jobspec error for " + space.jobs().next() + ": " + e.getMessage());
            report.print(operation, noMatch(operation), file, 0);
            return false;
        }
        request.complaint().ifPresent(this::error);
        Outcome outcome = request.variants().isEmpty()
                ? unmatchable(operation)
                : match(operation, request.variants(), space.jobs().next());
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

    /// What cannot be read fits nowhere, but the tool does not call it unsatisfiable unless that was the question.
    private static Outcome noMatch(MatchOperation operation) {
        return operation == MatchOperation.SATISFIABILITY ? new Outcome.Unsatisfiable() : new Outcome.Busy();
    }

    private static Outcome unmatchable(MatchOperation operation) {
        return operation == MatchOperation.ALLOCATE || operation == MatchOperation.WITHOUT_ALLOCATING
                ? new Outcome.Busy()
                : new Outcome.Unsatisfiable();
    }

    /// The first variant that matches wins; where a later time will do, the first of those that come earliest.
    private Outcome match(MatchOperation operation, List<CompiledJobspec> variants, long job) {
        if (variants.size() == 1) {
            return space.model().match(operation, variants.getFirst(), job, Workspace.NOW);
        }
        if (operation.looksAhead()) {
            Optional<CompiledJobspec> earliest = earliest(variants, job);
            if (earliest.isPresent()) {
                return space.model().match(operation, earliest.get(), job, Workspace.NOW);
            }
        }
        Outcome outcome = new Outcome.Unsatisfiable();
        for (CompiledJobspec variant : variants) {
            switch (space.model().match(operation, variant, job, Workspace.NOW)) {
                case Outcome.Placed placed -> {
                    return placed;
                }
                case Outcome.Satisfiable satisfiable -> {
                    return satisfiable;
                }
                case Outcome.Busy busy -> outcome = busy;
                case Outcome.Unsatisfiable() -> {}
            }
        }
        return outcome;
    }

    private Optional<CompiledJobspec> earliest(List<CompiledJobspec> variants, long job) {
        Optional<CompiledJobspec> earliest = Optional.empty();
        long start = Long.MAX_VALUE;
        for (CompiledJobspec variant : variants) {
            Outcome outcome =
                    space.model().match(MatchOperation.WITHOUT_ALLOCATING_FUTURE, variant, job, Workspace.NOW);
            if (outcome instanceof Outcome.Placed placed && placed.start() < start) {
                earliest = Optional.of(variant);
                start = placed.start();
            }
        }
        return earliest;
    }
}
