package dev.sluice.cli.startup;

import dev.sluice.cli.Main;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

/// Runs the most common commands, so that the JVM can record which classes a start needs.
public final class StartUpTraining {
    private static final List<String> COMMANDS = List.of(
            "--help",
            "help doctor",
            "help resource-query",
            "no-such-command",
            "completion bash",
            "doctor",
            "demo model");

    private StartUpTraining() {}

    public static void main(String[] arguments) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        for (String command : COMMANDS) {
            Main.run(nowhere, nowhere, command.split(" ", -1));
        }
        // Covers the classes that every command needs at its start and end.
        Main.main(new String[] {"--version"});
    }
}
