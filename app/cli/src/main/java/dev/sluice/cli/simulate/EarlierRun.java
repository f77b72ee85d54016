package dev.sluice.cli.simulate;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.InputFiles;
import dev.sluice.simulator.output.SummaryFile;
import dev.sluice.simulator.result.RunSetup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/// An earlier run, read from its `summary.json`, to be repeated.
///
/// @param options by their names on the command line
/// @param wasStopped whether it was stopped before its end
record EarlierRun(Path file, SequencedMap<String, String> options, boolean wasStopped) {

    /// The topic of the note on a stopped run.
    static final String STOPPED = "stopped";

    /// Options whose values are files or folders.
    private static final Set<String> PATHS = Set.of("platform", "graph", "plugins");

    /// The suffix of file digests, which are compared and are not options.
    private static final String DIGEST = "-sha256";

    static EarlierRun read(Path file) {
        JsonNode summary;
        try {
            summary = new JsonMapper().readTree(InputFiles.read(file.toString()));
        } catch (JacksonException e) {
            throw new BadInput(file + ":" + e.getLocation().getLineNr() + ": is not JSON: " + e.getOriginalMessage());
        }
        SequencedMap<String, String> options = new LinkedHashMap<>();
        summary.path(SummaryFile.SETUP)
                .properties()
                .forEach(
                        option -> options.put(option.getKey(), option.getValue().asText()));
        for (String needed : List.of(RunSettings.POLICY, RunSettings.TRACE)) {
            if (!options.containsKey(needed)) {
                throw new BadInput(file + " has no (" + SummaryFile.SETUP + "." + needed
                        + "). Maybe it is not a summary.json of 'sluice simulate', or of an older version?");
            }
        }
        boolean wasStopped = false;
        for (JsonNode note : summary.path("notes")) {
            wasStopped |= note.path("topic").asText().equals(STOPPED);
        }
        return new EarlierRun(file, options, wasStopped);
    }

    Path trace() {
        return Path.of(options.getOrDefault(RunSettings.TRACE, ""));
    }

    /// Returns the command line of the run, without trace and output.
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        options.forEach((name, value) -> {
            if (name.equals(RunSettings.TRACE) || name.equals(RunSettings.VERSION) || name.endsWith(DIGEST)) {
                return;
            }
            if (value.equals("true")) {
                arguments.add("--" + name);
            } else if (!value.equals("false")) {
                arguments.add("--" + name + "=" + (PATHS.contains(name) ? locate(Path.of(value)) : value));
            }
        });
        return arguments;
    }

    /// Finds a file that the run has named: from here, or from a folder above the summary. Its digest is
    /// checked later.
    Path locate(Path named) {
        if (named.isAbsolute() || Files.exists(named)) {
            return named;
        }
        for (Path above = file.toAbsolutePath().getParent(); above != null; above = above.getParent()) {
            if (Files.exists(above.resolve(named))) {
                return above.resolve(named);
            }
        }
        throw new BadInput(file + " names (" + named + "), which is neither here nor in a folder above it. Maybe run"
                + " the command where the file is, or name the trace?");
    }

    /// Refuses to repeat the run with changed files.
    void requireSame(RunSetup now) {
        for (Map.Entry<String, String> option : options.entrySet()) {
            String name = option.getKey();
            String present = now.options().getOrDefault(name, "");
            if (name.endsWith(DIGEST) && !present.equals(option.getValue())) {
                String input = name.substring(0, name.length() - DIGEST.length());
                throw new BadInput(file + ": the " + input + " ("
                        + now.options().getOrDefault(input, "")
                        + ") is not the one that the run was made with: its SHA-256 is (" + present + "), then it was ("
                        + option.getValue() + ")");
            }
        }
    }

    /// Returns whether another version made the run, whose decisions may differ.
    boolean isOfOtherVersion(RunSetup now) {
        return !options.getOrDefault(RunSettings.VERSION, "")
                .equals(now.options().get(RunSettings.VERSION));
    }

    String version() {
        return options.getOrDefault(RunSettings.VERSION, "unknown");
    }
}
