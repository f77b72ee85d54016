package dev.sluice.cli.resourcequery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Lines from a file or a pipe.
final class ScriptLines implements CommandLines {

    /// Some thousand commands at a time.
    private static final int BUFFER_CHARACTERS = 1 << 16;

    private final BufferedReader input;
    private final PrintWriter out;
    private final String prompt;

    /// @param prompt printed before each line; may be empty
    ScriptLines(InputStream input, PrintWriter out, String prompt) {
        this.input = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8), BUFFER_CHARACTERS);
        this.out = out;
        this.prompt = prompt;
    }

    @Override
    public Optional<String> next() throws IOException {
        out.write(prompt);
        // A program that sends commands one by one waits for each answer.
        if (!input.ready()) {
            out.flush();
        }
        return Optional.ofNullable(input.readLine());
    }
}
