package dev.sluice.cli.graphfile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.cli.console.BadInput;
import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.io.GrugReader;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.graph.io.Rv1ExecReader;
import dev.sluice.jobspec.parse.JobspecException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// The formats of graph files, by their names for `-f`.
public enum GraphFormat {
    grug,
    jgf,
    /// Vertices that a shorthand leaves out are below those that it names; as a whole machine it is read as it
    /// stands.
    jgf_shorthand,
    rv1exec,
    /// flux-sched's name for reading a resource set regardless of what it was written for, which we always do.
    rv1exec_force;

    /// Returns the format with this name.
    public static GraphFormat named(String name) {
        for (GraphFormat format : values()) {
            if (format.name().equals(name)) {
                return format;
            }
        }
        throw new BadInput("--load-format (%s) is not one of %s".formatted(name, List.of(values())));
    }

    /// Detects the format by the first thing in the text that only one of them has.
    public static GraphFormat guess(String text, String file) {
        String start = text.substring(0, Math.min(text.length(), 1000)).strip();
        if (start.startsWith("<")) {
            return grug;
        }
        if (start.startsWith("{")) {
            try (JsonParser json = new JsonFactory().createParser(text)) {
                json.nextToken();
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    switch (json.currentName()) {
                        case "graph" -> {
                            return jgf;
                        }
                        case "execution" -> {
                            return rv1exec;
                        }
                        default -> {
                            json.nextToken();
                            json.skipChildren();
                        }
                    }
                }
            } catch (JsonProcessingException e) {
                throw new BadInput("%s:%d:%d: not well-formed JSON: %s"
                        .formatted(
                                file,
                                e.getLocation().getLineNr(),
                                e.getLocation().getColumnNr(),
                                e.getOriginalMessage()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        throw new BadInput(file + " is neither XML (grug) nor JSON with \"graph\" (jgf) or \"execution\" (rv1exec) at"
                + " the top. Maybe it is not a graph? ('sluice graph -f' reads a file in a format by name)");
    }

    public ResourceGraph read(String text, String file) {
        try {
            return switch (this) {
                case grug -> GrugReader.read(text, file);
                case jgf, jgf_shorthand -> JgfReader.read(text, file);
                case rv1exec, rv1exec_force -> Rv1ExecReader.read(text, file);
            };
        } catch (GraphException | JobspecException e) {
            String message = String.valueOf(e.getMessage());
            throw new BadInput(message.startsWith(file) ? message : file + ": " + message);
        }
    }
}
