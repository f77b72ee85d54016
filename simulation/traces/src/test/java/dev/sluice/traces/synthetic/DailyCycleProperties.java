package dev.sluice.traces.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

class DailyCycleProperties {

    @Property
    void theInverseUndoesOperationalTime(
            @ForAll("cycles") DailyCycle cycle, @ForAll @DoubleRange(max = 4e8) double seconds) {
        assertThat(cycle.operational(cycle.seconds(seconds))).isCloseTo(seconds, within(0.01));
    }

    @Property
    void operationalTimeIncreases(
            @ForAll("cycles") DailyCycle cycle,
            @ForAll @DoubleRange(max = 4e8) double seconds,
            @ForAll @DoubleRange(min = 1, max = 1e6) double more) {
        assertThat(cycle.operational(seconds + more)).isGreaterThanOrEqualTo(cycle.operational(seconds));
    }

    @Property
    void aDayTakesADay(@ForAll("cycles") DailyCycle cycle, @ForAll @DoubleRange(max = 4e8) double seconds) {
        assertThat(cycle.operational(seconds + DailyCycle.DAY_SECONDS) - cycle.operational(seconds))
                .isCloseTo(DailyCycle.DAY_SECONDS, within(0.01));
    }

    @Provide
    Arbitrary<DailyCycle> cycles() {
        Arbitrary<DailyCycle> cosines = Combinators.combine(
                        Arbitraries.doubles().between(0, 1),
                        Arbitraries.doubles().between(0, DailyCycle.DAY_SECONDS - 1))
                .as(CosineCycle::new);
        Arbitrary<DailyCycle> halfHours = Arbitraries.of(
                        List.of(LublinParameters.BATCH, LublinParameters.INTERACTIVE, LublinParameters.COMBINED))
                .map(parameters -> new HalfHourCycle(LublinArrivals.weights(parameters.arrivals())));
        return Arbitraries.oneOf(cosines, halfHours);
    }
}
