package dev.sluice.cli.cluster;

import dev.sluice.cli.console.BadInput;
import dev.sluice.kube.Durations;
import dev.sluice.kube.cluster.nodes.Delay;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.runtime.random.Seeds;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/// Options for the simulated nodes.
final class FleetMixin {
    /// Twenty times what Kubernetes supports; more is probably a typing error.
    private static final int NODES_MAX = 100_000;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "3",
            description = "How many nodes to simulate (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--node-shape",
            paramLabel = "SHAPE",
            defaultValue = "cpu=32,memory=128Gi",
            description =
                    "The resources of each node: cpu, memory, gpu (nvidia.com/gpu), pods and whatever else Kubernetes can"
                            + " count (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String shape;

    @Option(
            names = "--racks",
            paramLabel = "R",
            defaultValue = "0",
            description = "Divide the nodes into N racks, labelled sluice.dev/rack (default: none).")
    private int racks;

    @Option(
            names = "--node-prefix",
            paramLabel = "TEXT",
            defaultValue = "node-",
            description = "The prefix of the nodes' names (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String prefix;

    @Option(
            names = "--pod-start",
            paramLabel = "DELAY",
            defaultValue = "500ms-2s",
            description = "How long pods take to start: 2s, 1s-5s, or ~3s for an exponential delay (default:"
                    + " ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String start;

    @Option(
            names = "--run-for",
            paramLabel = "DURATION",
            defaultValue = "10s",
            description = "How long pods run whose restart policy is not Always, such as those of Jobs: 90s, 1h30m or"
                    + " forever; the annotation sluice.dev/run-for of a pod goes before (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String runFor;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The seed of all randomness: names, delays (default: ${DEFAULT-VALUE}).")
    private long seed;

    Seeds seeds() {
        return new Seeds(seed);
    }

    FleetSettings settings() {
        if (nodes < 0 || nodes > NODES_MAX) {
            throw new BadInput("--nodes (%d) must be between 0 and %d".formatted(nodes, NODES_MAX));
        }
        if (racks < 0 || racks > nodes) {
            throw new BadInput("--racks (%d) must be between 0 and the number of nodes (%d)".formatted(racks, nodes));
        }
        if (!prefix.matches("[a-z0-9]([-a-z0-9.]{0,200})?")) {
            throw new BadInput(
                    "--node-prefix (%s) must be the beginning of a name: lower-case letters, digits, hyphens and dots"
                            .formatted(prefix));
        }
        OptionalLong runForNanos = Durations.parseOrForever(runFor);
        if (runForNanos.isEmpty()) {
            throw new BadInput("--run-for (%s) must be a duration such as 90s or 1h30m, or forever".formatted(runFor));
        }
        try {
            return new FleetSettings(
                            nodes,
                            prefix,
                            NodeShape.parse(shape),
                            racks,
                            Delay.parse(start),
                            FleetSettings.HEARTBEAT_NANOS)
                    .withRunFor(runForNanos.getAsLong());
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }
}
