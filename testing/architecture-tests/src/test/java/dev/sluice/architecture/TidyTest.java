package dev.sluice.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.architecture.SourceTree.SourceFile;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TidyTest {
    private static final List<SourceFile> FILES = SourceTree.files();
    private static final Pattern HAS_TESTS =
            Pattern.compile("@(Test|Property|ParameterizedTest|RepeatedTest|Example)\\b");
    private static final Pattern RUN_BY_THE_BUILD = Pattern.compile("(Test|Properties|Simulation|IT)\\.java$");

    @ParameterizedTest
    @MethodSource("rules")
    void theSourcesKeep(TidyRule rule) {
        assertThat(rule.violations(FILES)).isEmpty();
    }

    static Stream<TidyRule> rules() {
        return TidyRule.ALL.stream();
    }

    @ParameterizedTest
    @CsvSource({
        "no skipped tests, a/src/test/java/ATest.java, @Disab" + "led",
        "no sleeping in tests, a/src/test/java/ATest.java, Thread.sle" + "ep(5);",
        "no unfinished business, a/src/main/java/A.java, // TO" + "DO: later",
        "no authors in sources, a/src/main/java/A.java, * @auth" + "or me",
        "'no machine''s paths, no registry hosts', README.md, run /ro" + "ot/bin/x",
        "'no machine''s paths, no registry hosts', pom.xml, <url>https://re" + "po1.example/x</url>"
    })
    void everyRuleCanFail(String name, String path, String line) {
        TidyRule rule = TidyRule.ALL.stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();

        assertThat(rule.violations(List.of(new SourceFile(path, line)))).hasSize(1);
    }

    /// A test class with another name compiles but never runs.
    @Test
    void everyClassWithTestsHasANameThatTheBuildRuns() {
        assertThat(FILES)
                .filteredOn(file -> ("/" + file.path()).contains("/src/test/java/"))
                .filteredOn(file -> file.text()
                        .lines()
                        .anyMatch(line -> line.startsWith("    @")
                                && HAS_TESTS.matcher(line).find()))
                .isNotEmpty()
                .allMatch(file -> RUN_BY_THE_BUILD.matcher(file.path()).find(), "is run by the build");
    }
}
