package dev.sluice.cli.resourcequery;

import java.util.function.Consumer;

/// Where the texts of a session go.
///
/// @param results what commands find; a file of their own if one was named
/// @param notes what the tool tells beside: help, lists of jobs, times
/// @param errors what went wrong
record Outlets(Consumer<String> results, Consumer<String> notes, Consumer<String> errors) {

    /// The tool's one answer to a command with too few or too many words.
    void malformed() {
        errors.accept("ERROR: malformed command\n");
    }
}
