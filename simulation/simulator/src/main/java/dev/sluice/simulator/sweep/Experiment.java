package dev.sluice.simulator.sweep;

import dev.sluice.simulator.drive.Estimates;
import java.util.ArrayList;
import java.util.List;

/// What a sweep varies. An empty list of loads or machines leaves them as the trace has them.
///
/// @param traces files, or `lublin:JOBS` for a generated workload
/// @param loads what arrives, relative to what the machine can do
/// @param machines sizes in processors
public record Experiment(
        String title,
        List<String> traces,
        List<Double> loads,
        List<Integer> machines,
        List<String> policies,
        List<Long> seeds,
        Estimates estimates) {

    /// A week of computing at a second each; beyond it somebody has mistyped a list.
    public static final int CELLS_MAX = 1_000_000;

    public Experiment {
        traces = List.copyOf(traces);
        loads = List.copyOf(loads);
        machines = List.copyOf(machines);
        policies = List.copyOf(policies);
        seeds = List.copyOf(seeds);
        if (traces.isEmpty() || policies.isEmpty() || seeds.isEmpty()) {
            throw new IllegalArgumentException("an experiment needs at least one trace, one policy and one seed");
        }
        long cells = (long) traces.size()
                * Math.max(1, loads.size())
                * Math.max(1, machines.size())
                * policies.size()
                * seeds.size();
        if (cells > CELLS_MAX) {
            throw new IllegalArgumentException("(" + cells + ") runs are more than (" + CELLS_MAX + ")");
        }
    }

    /// Every combination, in an order that follows from the experiment alone.
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (String trace : traces) {
            for (double load : loads.isEmpty() ? List.of(Cell.AS_IT_IS) : loads) {
                for (int machine : machines.isEmpty() ? List.of(0) : machines) {
                    for (String policy : policies) {
                        for (long seed : seeds) {
                            cells.add(new Cell(cells.size(), trace, load, machine, policy, seed, estimates));
                        }
                    }
                }
            }
        }
        return cells;
    }
}
