package dev.sluice.simulator.metric;

import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The jobs of a run that ended in one unsuccessful state: how many, why, and the first of them.
///
/// @param reasons the number of jobs per reason, the most frequent first; the last entry, [#OTHER_REASONS],
///   counts those beyond [#REASONS_MAX]
/// @param first the names of the first of them
public record Ending(FinalState state, int count, SequencedMap<String, Integer> reasons, List<String> first) {

    /// Enough to find examples; jobs.csv has all of them.
    private static final int FIRST_MAX = 5;

    /// Enough for a screen.
    private static final int REASONS_MAX = 5;

    private static final String OTHER_REASONS = "other reasons";

    /// In the order in which they are shown.
    private static final List<FinalState> SHOWN = List.of(
            FinalState.REJECTED,
            FinalState.COMPLETED_WALLTIME_REACHED,
            FinalState.COMPLETED_FAILED,
            FinalState.COMPLETED_KILLED,
            FinalState.UNFINISHED);

    public Ending {
        reasons = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(reasons));
        first = List.copyOf(first);
    }

    /// Returns the unsuccessful endings of a run.
    public static List<Ending> of(JobResults jobs) {
        Map<FinalState, Builder> endings = new EnumMap<>(FinalState.class);
        for (int row = 0; row < jobs.size(); row++) {
            if (SHOWN.contains(jobs.state(row))) {
                endings.computeIfAbsent(jobs.state(row), Builder::new).add(jobs, row);
            }
        }
        return SHOWN.stream()
                .filter(endings::containsKey)
                .map(endings::get)
                .map(Builder::build)
                .toList();
    }

    private static final class Builder {
        private final FinalState state;
        private final SequencedMap<String, Integer> reasons = new LinkedHashMap<>();
        private final List<String> first = new ArrayList<>();
        private int count;

        Builder(FinalState state) {
            this.state = state;
        }

        void add(JobResults jobs, int row) {
            count++;
            if (first.size() < FIRST_MAX) {
                first.add(jobs.name(row));
            }
            String reason = reason(jobs, row);
            if (!reason.isEmpty()) {
                reasons.merge(reason, 1, Integer::sum);
            }
        }

        private String reason(JobResults jobs, int row) {
            if (state == FinalState.UNFINISHED) {
                return jobs.hasStarted(row) ? "still running" : "still waiting";
            }
            return jobs.reason(row).kind();
        }

        /// The most frequent reasons first.
        Ending build() {
            SequencedMap<String, Integer> shown = new LinkedHashMap<>();
            reasons.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                    .forEach(reason -> shown.merge(
                            shown.size() < REASONS_MAX ? reason.getKey() : OTHER_REASONS,
                            reason.getValue(),
                            Integer::sum));
            return new Ending(state, count, shown, first);
        }
    }
}
