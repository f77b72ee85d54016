package dev.sluice.graph.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Replays the fuzzer's seeds and earlier findings.
class SeedsTest {
    private static final Map<String, Consumer<byte[]>> TARGETS = Map.of(
            "find", FindTarget::fuzzerTestOneInput,
            "grug", GrugTarget::fuzzerTestOneInput,
            "jgf", JgfTarget::fuzzerTestOneInput,
            "jobspec", JobspecTarget::fuzzerTestOneInput,
            "resource-set", ResourceSetTarget::fuzzerTestOneInput,
            "set", SetTarget::fuzzerTestOneInput,
            "shorthand", ShorthandTarget::fuzzerTestOneInput);

    @TestFactory
    Stream<DynamicTest> everySeedIsReadOrRefused() {
        return TARGETS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(target -> seeds(target.getKey()).stream()
                        .map(seed -> DynamicTest.dynamicTest(
                                target.getKey() + "/" + seed.getFileName(),
                                () -> target.getValue().accept(Files.readAllBytes(seed)))));
    }

    @Test
    void everyTargetHasSeeds() {
        for (String target : TARGETS.keySet()) {
            assertThat(seeds(target)).as(target).hasSizeGreaterThan(1);
        }
    }

    private static List<Path> seeds(String target) {
        try (Stream<Path> files =
                Files.list(Path.of(Objects.requireNonNull(SeedsTest.class.getResource("/fuzz/" + target), target)
                        .toURI()))) {
            return files.sorted().toList();
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
