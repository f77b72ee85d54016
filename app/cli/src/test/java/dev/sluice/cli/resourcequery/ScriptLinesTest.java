package dev.sluice.cli.resourcequery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScriptLinesTest {
    private final Flushes flushes = new Flushes();
    private final PrintWriter out = new PrintWriter(flushes);

    @Test
    void aPromptComesBeforeEachLine() throws IOException {
        ScriptLines lines = new ScriptLines(text("a\nb"), out, "> ");

        assertThat(lines.next()).contains("a");
        assertThat(lines.next()).contains("b");
        assertThat(lines.next()).isEmpty();
        assertThat(flushes).hasToString("> > > ");
    }

    @Test
    void nothingIsFlushedWhileThereAreLines() throws IOException {
        ScriptLines lines = new ScriptLines(text("a\nb\nc\n"), out, "");

        lines.next();
        lines.next();
        lines.next();

        assertThat(flushes.count).isZero();
    }

    @Test
    void whoWaitsForAnAnswerGetsItBeforeTheNextLine() throws IOException {
        ScriptLines lines = new ScriptLines(text("a\n"), out, "");
        lines.next();
        assertThat(flushes.count).isZero();

        lines.next();

        assertThat(flushes.count).isEqualTo(1);
    }

    private static ByteArrayInputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static final class Flushes extends StringWriter {
        private int count;

        @Override
        public void flush() {
            count++;
        }
    }
}
