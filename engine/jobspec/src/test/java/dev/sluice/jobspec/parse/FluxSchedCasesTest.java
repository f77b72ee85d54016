package dev.sluice.jobspec.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.outside.data.NeedsOutsideData;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Accepts and refuses the jobspecs of flux-sched's test data as flux-sched does.
@NeedsOutsideData(FluxSchedCases.SET)
class FluxSchedCasesTest {
    @TestFactory
    Stream<DynamicTest> verdictsAreThoseOfFluxSched() {
        Path folder = FluxSchedCases.folder();
        return FluxSchedCases.read(folder.resolve("validation.tsv"))
                .lines()
                .skip(1)
                .map(row -> row.split("\t", -1))
                .map(row -> DynamicTest.dynamicTest(
                        row[1] + " " + row[0], () -> assertVerdict(folder.resolve(row[0]), row[1])));
    }

    @TestFactory
    Stream<DynamicTest> jobspecsOfItsSchedulingCasesAreReadAndWritten() {
        return FluxSchedCases.files("jobspecs").stream()
                .filter(file -> !file.toString().contains("invalid"))
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> assertRoundTrip(file)));
    }

    private static void assertVerdict(Path file, String verdict) {
        if (verdict.equals("valid")) {
            assertThat(read(file).version()).isEqualTo(9999);
        } else {
            assertThatThrownBy(() -> read(file)).isInstanceOf(JobspecException.class);
        }
    }

    private static void assertRoundTrip(Path file) {
        Jobspec jobspec = read(file);

        assertThat(JobspecReader.read(JobspecWriter.toJson(jobspec), "json", Dialect.FLUX_SCHED))
                .isEqualTo(jobspec);
        assertThat(JobspecReader.read(JobspecWriter.toYaml(jobspec), "yaml", Dialect.FLUX_SCHED))
                .isEqualTo(jobspec);
    }

    private static Jobspec read(Path file) {
        return JobspecReader.read(FluxSchedCases.read(file), file.getFileName().toString(), Dialect.FLUX_SCHED);
    }
}
