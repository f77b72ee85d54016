package dev.sluice.simulator.metric;

import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The jobs of a run that ended in one way, other than well: how many, why, and which were the first.
///
/// @param reasons how many jobs ended for each reason, in the order of first occurrence; the last entry,
///     [#OTHER_REASONS], counts what [#REASONS_MAX] leaves out
/// @param first the names of the first of them
public record Ending(FinalState state, int count, SequencedMap<String, Integer> reasons, List<String> first) {

    /// More would not be read; jobs.csv has them all.
    private static final int FIRST_MAX = 5;

    /// Sentences name the job's figures, so that a large trace may have thousands of them.
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

    /// All ways other than well in which jobs of the table ended.
    public static List<Ending> of(JobTable jobs) {
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

        void add(JobTable jobs, int row) {
            count++;
            if (first.size() < FIRST_MAX) {
                first.add(jobs.name(row));
            }
            String reason = jobs.reason(row);
            if (!reason.isEmpty()) {
                boolean isShown = reasons.containsKey(reason) || reasons.size() < REASONS_MAX;
                reasons.merge(isShown ? reason : OTHER_REASONS, 1, Integer::sum);
            }
        }

        Ending build() {
            Integer others = reasons.remove(OTHER_REASONS);
            if (others != null) {
                reasons.putLast(OTHER_REASONS, others);
            }
            return new Ending(state, count, reasons, first);
        }
    }
}
