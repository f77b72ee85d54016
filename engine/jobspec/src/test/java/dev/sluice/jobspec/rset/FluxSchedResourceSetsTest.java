package dev.sluice.jobspec.rset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobspec.parse.FluxSchedCases;
import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.outside.data.NeedsOutsideData;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Reads and writes the resource sets of flux-sched's own cases.
@NeedsOutsideData(FluxSchedCases.SET)
class FluxSchedResourceSetsTest {
    @TestFactory
    Stream<DynamicTest> resourceSetsSurviveReadingAndWriting() {
        return FluxSchedCases.files("rv1exec").stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> assertRoundTrip(file)));
    }

    private static void assertRoundTrip(Path file) {
        String json = FluxSchedCases.read(file);
        if (file.toString().contains("invalid")) {
            assertThatThrownBy(() -> ResourceSetReader.read(json, "R")).isInstanceOf(JobspecException.class);
            return;
        }
        ResourceSet set = ResourceSetReader.read(json, file.getFileName().toString());

        assertThat(set.count("core")).isPositive();
        assertThat(ResourceSetReader.read(ResourceSetWriter.toJson(set), "R")).isEqualTo(set);
    }
}
