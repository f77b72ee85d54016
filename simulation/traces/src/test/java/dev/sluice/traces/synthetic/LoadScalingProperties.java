package dev.sluice.traces.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.synthetic.LublinFeitelson.Jobs;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/// Of loads that are reached by the rate of arrivals.
class LoadScalingProperties {

    /// Of the last submission, which is a whole second.
    private static final double ROUNDING_SECONDS = 0.51;

    @Property(tries = 200)
    void theLoadIsReachedUpToTheRoundingOfTheLastSubmission(
            @ForAll("models") WorkloadModel model,
            @ForAll @IntRange(min = 20, max = 400) int count,
            @ForAll long seed,
            @ForAll @DoubleRange(min = 0.05, max = 3) double load) {
        Workload scaled = workload(model, count, seed, OptionalDouble.of(load));

        double wanted = scaled.workSeconds() / (model.processors() * load);
        assertThat(Math.abs(scaled.spanSeconds() - wanted)).isLessThan(ROUNDING_SECONDS);
    }

    @Property(tries = 200)
    void orderAndJobsStayInEachArrivalProcess(
            @ForAll("models") WorkloadModel model,
            @ForAll @IntRange(min = 20, max = 400) int count,
            @ForAll long seed,
            @ForAll @DoubleRange(min = 0.05, max = 3) double load) {
        Workload plain = workload(model, count, seed, OptionalDouble.empty());
        Workload scaled = workload(model, count, seed, OptionalDouble.of(load));

        assertThat(scaled.jobs()).extracting(WorkloadJob::number).isSorted();
        assertThat(scaled.jobs().getFirst().submitSeconds())
                .isEqualTo(plain.jobs().getFirst().submitSeconds());
        for (long queue : new long[] {-1, 0, 1}) {
            assertThat(jobs(scaled, queue)).isEqualTo(jobs(plain, queue));
        }
    }

    /// All of a process but when they come and their numbers, which follow from it.
    private static List<WorkloadJob> jobs(Workload workload, long queue) {
        return workload.jobs().stream()
                .filter(job -> job.origin().queue() == queue)
                .map(job -> job.withSubmit(0).withNumber(1))
                .toList();
    }

    private static Workload workload(WorkloadModel model, int count, long seed, OptionalDouble load) {
        return new GeneratedWorkload(
                        model,
                        count,
                        new EstimateChoice.Factor(FactorEstimates.USUAL),
                        Optional.of(ZipfUsers.USUAL),
                        load)
                .generate(new Seeds(seed));
    }

    @Provide
    Arbitrary<WorkloadModel> models() {
        Arbitrary<Integer> sizes = Arbitraries.integers().between(1, 2000);
        Arbitrary<WorkloadModel> lublins =
                Combinators.combine(Arbitraries.of(Jobs.class), sizes).as(LublinFeitelson::new);
        Arbitrary<WorkloadModel> poissons = Combinators.combine(
                        sizes,
                        Arbitraries.doubles().between(0, 1),
                        Arbitraries.doubles().between(0, 23))
                .as((size, amplitude, peak) -> new PoissonModel(size, 300, amplitude, peak, 3600, size));
        return Arbitraries.oneOf(lublins, poissons);
    }
}
