package dev.sluice.cli.resourcequery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// flux-sched's own sessions, which lie beside the project and are not part of it.
class FluxionCasesTest {
    private static final String CASES = "shared/data/fluxion-cases";

    @TestFactory
    Stream<DynamicTest> weAnswerAsFluxSchedDoes() {
        Optional<Path> folder = besideTheProject();
        if (folder.isEmpty()) {
            System.out.println("fluxion-cases not found: " + CASES + " beside the project; not run");
        }
        return folder.stream()
                .flatMap(cases -> Stream.of("cases.tsv", "recorded.tsv", "validation.tsv")
                        .map(table -> DynamicTest.dynamicTest(
                                table, () -> assertThat(failures(cases, table)).isEmpty())));
    }

    private static List<String> failures(Path cases, String table) {
        List<String> ran = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        Consumer<Conformance.Result> results = result -> {
            ran.add(result.id());
            if (!result.passed()) {
                failed.add(result.id() + ": " + result.why());
            }
        };
        Conformance conformance = new Conformance(cases);
        if (table.equals("validation.tsv")) {
            conformance.validate(table, "", results);
        } else {
            conformance.run(table, "", results);
        }
        assertThat(ran).as("cases in " + table).isNotEmpty();
        return failed;
    }

    /// The project is the folder that has the launcher.
    private static Optional<Path> besideTheProject() {
        return Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                .filter(folder -> Files.isRegularFile(folder.resolve("sluice")))
                .map(project -> project.resolveSibling(CASES))
                .filter(Files::isDirectory)
                .findFirst();
    }
}
