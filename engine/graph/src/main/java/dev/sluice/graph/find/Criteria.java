package dev.sluice.graph.find;

import java.util.List;
import java.util.OptionalLong;

/// A query: predicates combined by `and` and `or`.
public sealed interface Criteria {

    /// One predicate, such as `status=down`.
    record Predicate(Key key, String value) implements Criteria {}

    record And(List<Criteria> operands) implements Criteria {
        public And {
            operands = List.copyOf(operands);
        }
    }

    record Or(List<Criteria> operands) implements Criteria {
        public Or {
            operands = List.copyOf(operands);
        }
    }

    /// Whether the query asks for the counts of pruning filters, by `agfilter=true`.
    default boolean wantsCounts() {
        return switch (this) {
            case Predicate(var key, var value) -> key == Key.AGFILTER && isTrue(value);
            case And(var operands) -> operands.stream().anyMatch(Criteria::wantsCounts);
            case Or(var operands) -> operands.stream().anyMatch(Criteria::wantsCounts);
        };
    }

    /// The job id in a predicate; the last one if there are several.
    default OptionalLong job() {
        return switch (this) {
            case Predicate(var key, var value) ->
                key.word.startsWith("jobid-") ? OptionalLong.of(Long.parseLong(value)) : OptionalLong.empty();
            case And(var operands) -> lastJob(operands);
            case Or(var operands) -> lastJob(operands);
        };
    }

    private static OptionalLong lastJob(List<Criteria> operands) {
        OptionalLong last = OptionalLong.empty();
        for (Criteria operand : operands) {
            OptionalLong job = operand.job();
            last = job.isPresent() ? job : last;
        }
        return last;
    }

    static boolean isTrue(String value) {
        return value.equalsIgnoreCase("true") || value.equalsIgnoreCase("t");
    }

    /// The keys of predicates.
    enum Key {
        STATUS("status"),
        SCHED_NOW("sched-now"),
        SCHED_FUTURE("sched-future"),
        AGFILTER("agfilter"),
        NAMES("names"),
        JOBID_ALLOC("jobid-alloc"),
        JOBID_SPAN("jobid-span"),
        JOBID_TAG("jobid-tag"),
        JOBID_RESERVED("jobid-reserved"),
        PROPERTY("property");

        final String word;

        Key(String word) {
            this.word = word;
        }
    }
}
