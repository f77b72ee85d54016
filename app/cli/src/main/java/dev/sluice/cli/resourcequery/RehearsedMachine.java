package dev.sluice.cli.resourcequery;

import dev.sluice.cli.graphfile.GraphFormat;
import dev.sluice.graph.model.ResourceModel;
import java.io.PrintWriter;
import java.nio.file.Path;

/// A machine on which a script has been run.
public final class RehearsedMachine {
    private RehearsedMachine() {}

    /// Runs a script of commands on the graph in a file; what the script finds is not printed, only its mistakes are.
    ///
    /// @param err for the mistakes
    public static ResourceModel after(
            String script, String graphFile, GraphFormat format, String policy, PrintWriter err) {
        ResourceQueryOptions options = new ResourceQueryOptions(
                new ResourceQueryOptions.Source(graphFile, format.name(), "CA"),
                new ResourceQueryOptions.Matching(
                        policy, "simple", ResourceQueryOptions.DEFAULT_PRUNE_FILTERS, "flexible"),
                false);
        TextFiles files = new DiskFiles(Path.of(""));
        Session session = new Session(options, files, new Outlets(_ -> {}, _ -> {}, err::print), () -> 0);
        for (String line : files.read(script).lines().toList()) {
            if (!session.execute(line)) {
                break;
            }
        }
        return session.model();
    }
}
