package dev.sluice.graph.find;

import java.util.List;

/// What is looked for.
public sealed interface Criteria {

    /// Such as `status=down`.
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

    /// What a predicate may be about.
    enum Key {
        STATUS("status"),
        SCHED_NOW("sched-now"),
        SCHED_FUTURE("sched-future"),
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
