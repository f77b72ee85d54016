package dev.sluice.cli.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import picocli.CommandLine.Option;

/// `-o json`, common to all commands with output: text for people, JSON for programs.
public final class OutputOption {
    private enum Format {
        text,
        json
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "The output format: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Format format;

    /// Prints the value as JSON if requested, otherwise as text.
    public void print(Object value, PrintWriter out, Runnable asText) {
        switch (format) {
            case text -> asText.run();
            case json -> out.println(toJson(value));
        }
    }

    public boolean isJson() {
        return format == Format.json;
    }

    /// In one line, for programs that read a stream of values.
    public static String toJsonLine(Object value) {
        try {
            return new JsonMapper().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// As every command prints it.
    public static String toJson(Object value) {
        try {
            return JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build()
                    .writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
