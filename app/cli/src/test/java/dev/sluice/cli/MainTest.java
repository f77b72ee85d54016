package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

    @Test
    void withoutArgumentsTheUsageIsShown() {
        Terminal terminal = Terminal.run();

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.out()).contains("Usage: sluice", "demo", "doctor", "completion", "Examples:");
    }

    @Test
    void theVersionNamesVersionCommitAndJdk() {
        Terminal terminal = Terminal.run("--version");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.out())
                .matches("sluice \\d+\\.\\d+\\.\\d+\\S* \\(commit (\\p{XDigit}{7,}(-dirty)?|unknown), JDK \\S+\\)\\R")
                .contains(Runtime.version().toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"demo", "resource-query", "graph", "jobspec", "generate", "conformance", "doctor", "completion"})
    void helpOfACommandShowsExamples(String command) {
        Terminal terminal = Terminal.run("help", command);

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.out()).contains("Usage: sluice " + command, "Examples:");
        assertThat(Terminal.run(command, "--help").out()).isEqualTo(terminal.out());
    }

    @Test
    void aMistypedCommandGetsASuggestion() {
        Terminal terminal = Terminal.run("dmeo");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("there is no command 'dmeo'", "Did you mean 'demo'?");
        assertThat(terminal.out()).isEmpty();
    }

    @Test
    void aMistypedOptionGetsASuggestion() {
        Terminal terminal = Terminal.run("demo", "model", "--polic", "low");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("'--polic'", "Did you mean '--policy'?");
    }

    @Test
    void suggestionsIgnoreOptionsBeforeTheCommandAndWordsBehindIt() {
        assertThat(Terminal.run("--log-level", "debug", "demo", "model", "--policy", "low")
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(Terminal.run("demos", "doctor").err())
                .contains("there is no command 'demos'", "Did you mean 'demo'?");
        assertThat(Terminal.run("help", "demo").out()).contains("Usage: sluice demo");
    }

    @Test
    void anUnknownCommandPointsToTheHelp() {
        Terminal terminal = Terminal.run("xylophone");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("there is no command 'xylophone'", "Try 'sluice --help'.");
    }

    @Test
    void aBadValueNamesTheOptionTheValueAndWhatIsAllowed() {
        Terminal terminal = Terminal.run("--log-level", "loud", "demo");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("--log-level", "loud", "WARN");
    }

    @Test
    void outputToAPipeHasNoColours() {
        assertThat(Terminal.run("--help").out() + Terminal.run("dmeo").err()).doesNotContain("\u001b[");
    }
}
