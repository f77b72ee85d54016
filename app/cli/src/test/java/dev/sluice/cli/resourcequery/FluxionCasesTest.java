package dev.sluice.cli.resourcequery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.outside.data.NeedsOutsideData;
import dev.sluice.outside.data.OutsideData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// flux-sched's own sessions, which are not part of the project.
@NeedsOutsideData(FluxionCasesTest.CASES)
class FluxionCasesTest {
    static final String CASES = "fluxion-cases";

    @TestFactory
    Stream<DynamicTest> answersAreThoseOfFluxSched() {
        Path cases = OutsideData.folder(CASES);
        return Stream.of("cases.tsv", "recorded.tsv", "validation.tsv")
                .map(table -> DynamicTest.dynamicTest(
                        table, () -> assertThat(failures(cases, table)).isEmpty()));
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
}
