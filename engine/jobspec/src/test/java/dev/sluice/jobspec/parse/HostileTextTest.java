package dev.sluice.jobspec.parse;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sluice.jobspec.Dialect;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Hostile text is refused quickly, with a [JobspecException].
class HostileTextTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "{\"a\":", "- ", "? ", "[{\"a\":"})
    void deepNestingIsRefused(String level) {
        assertRefused(level.repeat(200_000));
        assertRefused("version: 1\nresources: " + level.repeat(200_000));
    }

    @Test
    void depthIsCountedExactly() {
        String text = "[".repeat(Limits.MAX_DEPTH + 1) + "]".repeat(Limits.MAX_DEPTH + 1);

        assertRefused(text, "nested deeper than (" + Limits.MAX_DEPTH + ") levels");
    }

    @Test
    void deepResourcesAreRefused() {
        StringBuilder text = new StringBuilder("{version: 1, tasks: [], attributes: {}, resources: ");
        text.repeat("[{type: node, count: 1, with: ", 60);
        text.append("[]").repeat("}]", 60).append('}');

        assertRefused(text.toString(), "nested deeper");
    }

    @Test
    void aliasBombsAreRefused() {
        StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 10; i++) {
            text.append("a" + i + ": &a" + i + " [");
            text.repeat("*a" + (i - 1) + ", ", 9).append("*a" + (i - 1) + "]\n");
        }

        assertRefused(text.toString(), "more values than (" + Limits.MAX_NODES + ")");
    }

    @Test
    void chainsOfAliasesObeyTheDepthLimit() {
        StringBuilder text = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 100; i++) {
            text.append("a" + i + ": &a" + i + " [*a" + (i - 1) + "]\n");
        }

        assertRefused(text.toString(), "nested deeper");
    }

    @Test
    void manyAliasesAreRefused() {
        assertRefused(
                "a: &a 1\nb: [" + "*a, ".repeat(Limits.MAX_ALIASES + 1) + "1]",
                "more aliases than (" + Limits.MAX_ALIASES + ")");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: *missing | alias (missing) of nothing that is complete before it",
                "a: &a [*a] | alias (a) of nothing that is complete before it",
                "a: &a 1\\n*a : 2 | alias in the place of a key",
                "? [a]\\n: 1 | key that is no text",
                "version: 1\\nversion: 2 | key that was there before (version)",
                "{\"version\": 1, \"version\": 2} | key that was there before (version)",
                "version: !!int \"1\" | tag (tag:yaml.org,2002:int) where none is allowed",
                "version: !java.net.URL [x] | tag (!java.net.URL) where none is allowed",
                "a: 1\\n---\\nb: 2 | a second document begins",
                "%YAML 7.1\\n---\\na: 1 | not YAML",
                "a: \\u0007 | character that YAML does not allow (code 7)",
                "'' | nothing in it",
                "# nothing | nothing in it",
                "'\"' | not YAML",
                "a: 'b | not YAML",
                "3 | must be a mapping (3)"
            })
    void unsupportedYamlIsRefused(String text, String problem) {
        String unescaped = text.replace("\\n", "\n").replace("\\u0007", "\u0007");

        assertRefused(unescaped, problem);
    }

    @Test
    void hugeNumbersAreRefused() {
        assertRefused(jobspec("9".repeat(1_000_000)), "must not have more than 100 digits");
        assertRefused(jobspec("9".repeat(30)), "must be an integer from 1 to");
        assertRefused(jobspec("0x" + "f".repeat(30)), "must be an integer from 1 to");
        assertRefused(jobspec("1e5"), "idset (1e5): unexpected character (e)");
        assertRefused(jobspec("1").replace("{}", "{system: {duration: " + "9".repeat(1_000_000) + ".0}}"));
        assertRefused(jobspec("1").replace("{}", "{user: {x: " + "9".repeat(1_000_000) + "}}"));
        assertRefused(jobspec("1").replace("{}", "{user: {x: 1e999}}"), "must be a number (1e999)");
    }

    @Test
    void enormousRangesAreRefused() {
        assertRefused(
                jobspec("1").replace("{}", "{system: {constraints: {hostlist: ['a[0-999999999]']}}}"), "more hosts");
        assertRefused(
                jobspec("1").replace("{}", "{system: {constraints: {hostlist: ['a[0-999999]b[0-999999]']}}}"),
                "hostlist");
        assertRefused(
                jobspec("1").replace("{}", "{system: {constraints: {ranks: ['0-99999999999999999999']}}}"),
                "number larger than");
    }

    @Test
    void longTextsAreRefused() {
        assertRefused("a".repeat(Limits.MAX_JOBSPEC_CHARS + 1), "longer (4000001 characters) than is read (4000000)");
        assertRefused("- a\n".repeat(Limits.MAX_NODES + 1), "more values than");
        assertRefused("a".repeat(Limits.MAX_JOBSPEC_CHARS));
        assertRefused("\"" + "\\n".repeat(Limits.MAX_JOBSPEC_CHARS / 3));
        assertRefused("{\"a\": [" + "1,".repeat(Limits.MAX_NODES + 1) + "1]}", "more values than");
    }

    @Test
    void messagesStayShort() {
        assertThatThrownBy(() -> read(jobspec("x".repeat(100_000)))).hasMessageMatching("(?s).{0,300}");
        assertThatThrownBy(() -> read("x".repeat(900) + ": 1")).hasMessageMatching("(?s).{0,300}");
    }

    private static String jobspec(String count) {
        return "version: 1\nresources: [{type: node, count: " + count + "}]\n"
                + "tasks: [{command: [app], slot: s, count: {total: 1}}]\nattributes: {}\n";
    }

    private static void assertRefused(String text) {
        assertTimeoutPreemptively(
                SOON, () -> assertThatThrownBy(() -> read(text)).isInstanceOf(JobspecException.class));
    }

    private static void assertRefused(String text, String problem) {
        assertTimeoutPreemptively(
                SOON,
                () -> assertThatThrownBy(() -> read(text))
                        .isInstanceOf(JobspecException.class)
                        .hasMessageContaining(problem));
    }

    private static void read(String text) {
        JobspecReader.read(text, "hostile", Dialect.RFC);
    }
}
