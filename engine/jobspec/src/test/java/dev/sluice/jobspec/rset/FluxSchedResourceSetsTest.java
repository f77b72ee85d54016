package dev.sluice.jobspec.rset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.parse.SharedCases;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Reads and writes the resource sets of flux-sched's test data, where these are available.
class FluxSchedResourceSetsTest {
    @TestFactory
    Stream<DynamicTest> resourceSetsSurviveReadingAndWriting() {
        return SharedCases.folder().stream()
                .flatMap(folder -> SharedCases.files(folder, "rv1exec").stream())
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> assertRoundTrip(file)));
    }

    private static void assertRoundTrip(Path file) {
        String json = SharedCases.read(file);
        if (file.toString().contains("invalid")) {
            assertThatThrownBy(() -> ResourceSetReader.read(json, "R")).isInstanceOf(JobspecException.class);
            return;
        }
        ResourceSet set = ResourceSetReader.read(json, file.getFileName().toString());

        assertThat(set.count("core")).isPositive();
        assertThat(ResourceSetReader.read(ResourceSetWriter.toJson(set), "R")).isEqualTo(set);
    }
}
