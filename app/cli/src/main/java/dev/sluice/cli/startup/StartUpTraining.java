package dev.sluice.cli.startup;

import dev.sluice.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

/// What the launcher runs once after a build, while the JVM records which classes start-up needs and writes
/// them to its
/// ahead-of-time cache. Goes through the commands that people wait for at a prompt, and runs a cluster.
public final class StartUpTraining {
    private static final List<String> COMMANDS = List.of(
            "--version",
            "--help",
            "help doctor",
            "help resource-query",
            "no-such-command",
            "completion bash",
            "doctor",
            "demo");

    private StartUpTraining() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        for (String command : COMMANDS) {
            Main.run(nowhere, nowhere, command.split(" ", -1));
        }
        ClusterTraining.run();
        // The cluster would run on.
        System.exit(0);
    }
}
