package dev.sluice.simulator.sweep;

import dev.sluice.simulator.report.SweepRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The factors of a sweep: all combinations of their values are run.
///
/// @param factors in the order of the tables; the first varies slowest
public record Experiment(String title, SequencedMap<String, List<String>> factors) {

    /// A week of computing at a second per run; more is probably a mistake in a list.
    public static final int CELLS_MAX = 1_000_000;

    /// The factor that names the workload.
    public static final String TRACE = "trace";

    public Experiment {
        SequencedMap<String, List<String>> copy = new LinkedHashMap<>();
        factors.forEach((name, values) -> copy.put(name, List.copyOf(values)));
        factors = Collections.unmodifiableSequencedMap(copy);
        for (String needed : List.of(TRACE, SweepRow.POLICY, SweepRow.SEED)) {
            if (!factors.containsKey(needed)) {
                throw new IllegalArgumentException("an experiment needs at least one " + needed);
            }
        }
        long cells = 1;
        for (Map.Entry<String, List<String>> factor : factors.entrySet()) {
            if (factor.getValue().isEmpty()) {
                throw new IllegalArgumentException("factor (" + factor.getKey() + ") has no value");
            }
            cells *= factor.getValue().size();
            if (cells > CELLS_MAX) {
                throw new IllegalArgumentException("(" + cells + ") runs or more are more than (" + CELLS_MAX + ")");
            }
        }
    }

    /// Returns all combinations, in a deterministic order.
    public List<Cell> cells() {
        List<SequencedMap<String, String>> combinations = new ArrayList<>();
        combinations.add(new LinkedHashMap<>());
        for (Map.Entry<String, List<String>> factor : factors.entrySet()) {
            List<SequencedMap<String, String>> more = new ArrayList<>();
            for (SequencedMap<String, String> combination : combinations) {
                for (String value : factor.getValue()) {
                    SequencedMap<String, String> next = new LinkedHashMap<>(combination);
                    next.put(factor.getKey(), value);
                    more.add(next);
                }
            }
            combinations = more;
        }
        List<Cell> cells = new ArrayList<>();
        for (SequencedMap<String, String> combination : combinations) {
            cells.add(new Cell(cells.size(), combination));
        }
        return cells;
    }
}
