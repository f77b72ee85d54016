package dev.sluice.scheduling;

import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/// Random workloads on a machine of ten cores: high load and many ties, so that every rule is exercised.
final class Workloads {
    static final int CORES = 10;

    private Workloads() {}

    static Arbitrary<List<Task>> any() {
        return of(Arbitraries.integers().between(-3, 8));
    }

    /// No job exceeds its estimate.
    static Arbitrary<List<Task>> enforced() {
        return of(Arbitraries.integers().between(0, 8));
    }

    static Arbitrary<List<Task>> exact() {
        return of(Arbitraries.just(0));
    }

    /// @param slack by how much the wall time exceeds the run time
    private static Arbitrary<List<Task>> of(Arbitrary<Integer> slack) {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 30),
                        Arbitraries.integers().between(1, 12),
                        slack,
                        Arbitraries.integers().between(1, 11))
                .as((submit, run, more, cores) -> new Task(submit, run, Math.max(1, run + more), cores))
                .list()
                .ofMinSize(1)
                .ofMaxSize(25)
                .map(tasks -> tasks.stream()
                        .sorted(Comparator.comparingInt(Task::submit))
                        .toList());
    }
}
