package dev.sluice.simulator.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.outside.data.NeedsOutsideData;
import dev.sluice.outside.data.OutsideData;
import dev.sluice.simulator.reference.ReferenceSchedule.Comparison;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceException;
import dev.sluice.traces.swf.SwfField;
import dev.sluice.traces.swf.SwfJob;
import dev.sluice.traces.swf.SwfReader;
import dev.sluice.traces.swf.SwfTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReferenceScheduleTest {

    /// The smallest of the traces; `sluice verify-reference` compares all of them.
    @TestFactory
    @NeedsOutsideData("backfill-reference")
    Stream<DynamicTest> everyWaitIsIdentical() {
        return OutsideData.files("backfill-reference", file -> file.startsWith("KTH-SP2")).stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> assertIdentical(file)));
    }

    private static void assertIdentical(Path file) throws IOException {
        Comparison comparison = schedule(file).compare();

        assertThat(comparison.firstDifference()).isEmpty();
        assertThat(comparison.identical()).isEqualTo(comparison.total()).isPositive();
    }

    private static ReferenceSchedule schedule(Path file) throws IOException {
        String name = file.getFileName().toString();
        return new ReferenceSchedule(
                name,
                SwfReader.read(file, Strictness.STRICT),
                ReferencePolicy.ofFile(name).orElseThrow());
    }

    @ParameterizedTest
    @EnumSource
    void waitsOfTheInputAreIgnored(ReferencePolicy policy) {
        JobResults plain =
                new ReferenceSchedule("plain", trace(0), policy).run().jobs();
        JobResults scrambled =
                new ReferenceSchedule("scrambled", trace(77), policy).run().jobs();

        for (int row = 0; row < plain.size(); row++) {
            assertThat(scrambled.startNanos(row)).isEqualTo(plain.startNanos(row));
        }
    }

    @Test
    void aDifferentWaitIsReported() {
        Comparison comparison = new ReferenceSchedule("scrambled", trace(77), ReferencePolicy.EASY).compare();

        assertThat(comparison.isIdentical()).isFalse();
        assertThat(comparison.firstDifference())
                .hasValueSatisfying(text -> assertThat(text).contains("in the reference"));
    }

    @Test
    void aTraceWithoutAMachineSizeIsRefused() {
        SwfTrace trace = new SwfTrace.Builder().add(job(1, 0, 10, 1, 20, 0)).build();

        assertThatThrownBy(() -> new ReferenceSchedule("x.swf", trace, ReferencePolicy.EASY).compare())
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("MaxProcs");
    }

    @Test
    void theNameOfAFileTellsItsPolicy() {
        assertThat(ReferencePolicy.ofFile("A__easy_backfill_scheduler_None_None.swf.gz"))
                .contains(ReferencePolicy.EASY);
        assertThat(ReferencePolicy.ofFile("A__easy_plus_plus_scheduler_predictorclairvoyant_throw.swf"))
                .contains(ReferencePolicy.EASY_SJBF_EXACT);
        assertThat(ReferencePolicy.ofFile("A__sgd.swf")).isEmpty();
    }

    /// @param waits what field 3 begins with
    private static SwfTrace trace(int waits) {
        SwfTrace.Builder trace = new SwfTrace.Builder().label("MaxProcs", "8");
        RandomGenerator random = new SplittableRandom(1);
        int submit = 0;
        for (int number = 1; number <= 300; number++) {
            submit += random.nextInt(40);
            int run = 1 + random.nextInt(100);
            trace.add(job(number, submit, run, 1 + random.nextInt(8), run + random.nextInt(60), waits * number));
        }
        return trace.build();
    }

    private static SwfJob job(int number, int submit, int run, int processors, int estimate, int wait) {
        int unknown = SwfField.UNKNOWN;
        return new SwfJob(
                number,
                submit,
                wait,
                run,
                processors,
                unknown,
                unknown,
                processors,
                estimate,
                unknown,
                1,
                number % 3,
                unknown,
                unknown,
                unknown,
                unknown,
                unknown,
                unknown);
    }
}
