package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.order.WeightedOrder;
import dev.sluice.simulator.drive.Estimates;
import dev.sluice.simulator.drive.SimulationOptions.Failures;
import dev.sluice.simulator.drive.SimulationOptions.OnFailure;
import dev.sluice.traces.Strictness;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// What makes a run, beside its trace, its policy and its seed. An experiment has the same options, under their
/// names without the dashes.
final class RunMixin {
    private static final Set<String> WEIGHTS = Set.of("priority", "age-second", "core");

    @Mixin
    private final MachineMixin machine = new MachineMixin();

    @Option(
            names = "--queue-config",
            paramLabel = "FILE",
            description =
                    "Queues in YAML or JSON: their order, limits, wall times, priorities and partitions, and windows"
                            + " for maintenance and advance reservations in which no job may run; see 'Queue"
                            + " configuration' in docs/simulation.md.")
    private @Nullable Path queueConfig;

    @Option(
            names = "--order",
            paramLabel = "WEIGHTS",
            description =
                    "Which waiting job goes first: fifo, or a sum of weights such as priority=1000,age-second=1,core=-5."
                            + " The job with the largest sum goes first: 'priority' counts for each unit of its queue's"
                            + " priority, 'age-second' for each second since its submission, 'core' for each core"
                            + " (processor) that it asks for, negative for small jobs first. Weights left out are 0;"
                            + " equal sums go by submission. Replaces the order of --queue-config.")
    private @Nullable String order;

    @Option(
            names = "--estimates",
            paramLabel = "NAME",
            defaultValue = "requested",
            description = "Where wall times come from: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Estimates estimates;

    @Mixin
    private final CycleMixin cycle = new CycleMixin();

    @Option(
            names = "--failures",
            paramLabel = "MTBF,MTTR",
            description = "Nodes fail after MTBF on average and are back after MTTR, such as 30d,4h.")
    private @Nullable String failures;

    @Option(
            names = "--on-failure",
            paramLabel = "NAME",
            defaultValue = "requeue",
            description = "What becomes of jobs on a node that fails: ${COMPLETION-CANDIDATES} (default:"
                    + " ${DEFAULT-VALUE}). REQUEUE puts them back to where they were in line.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private OnFailure onFailure;

    @Option(
            names = "--start-delay",
            paramLabel = "D",
            defaultValue = "0",
            description = "From a decision until the job runs, as for a container (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String startDelay;

    @Option(
            names = "--forecast",
            description =
                    "Ask at each submission when the job will start, for the error of the estimated start. Costs a"
                            + " plan of the whole queue per submission, so long queues make runs many times slower. Without it,"
                            + " a job's estimate is its first plan.")
    private boolean forecast;

    @Option(
            names = "--dependencies",
            description = "A job whose SWF line names a preceding job is submitted when that one is over and its think"
                    + " time has passed, not at its own time. Off unless asked for.")
    private boolean dependencies;

    @Option(names = "--lenient", description = "Leave out lines that cannot be read, and count them.")
    private boolean lenient;

    /// The options that these arguments set.
    static RunMixin parse(String... arguments) {
        RunMixin options = new RunMixin();
        new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
        return options;
    }

    /// Reads what the options name, and checks it.
    ///
    /// @param folder that files are named from
    RunSettings settings(Path folder) {
        QueueConfig queues =
                queueConfig == null ? QueueConfig.PLAIN : QueueConfigFile.read(folder.resolve(queueConfig));
        return new RunSettings(
                machine.machine(folder),
                order == null ? queues : queues.inOrder(order(order)),
                cycle.options(),
                new RunSettings.World(estimates, nodeFailures(), CycleMixin.nanos(startDelay), forecast, dependencies),
                lenient ? Strictness.LENIENT : Strictness.STRICT);
    }

    private Optional<Failures> nodeFailures() {
        if (failures == null) {
            return Optional.empty();
        }
        String[] parts = failures.split(",", -1);
        if (parts.length != 2) {
            throw new BadInput("--failures (" + failures + ") must be two durations, such as 30d,4h");
        }
        try {
            return Optional.of(new Failures(CycleMixin.nanos(parts[0]), CycleMixin.nanos(parts[1]), onFailure));
        } catch (IllegalArgumentException e) {
            throw new BadInput("--failures (" + failures + "): " + e.getMessage());
        }
    }

    private static JobOrder order(String text) {
        if (text.equals("fifo")) {
            return JobOrder.fifo();
        }
        Map<String, Long> weights = new HashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            if (equals < 0 || !WEIGHTS.contains(name) || weights.containsKey(name)) {
                throw new BadInput("--order (" + text + ") must be fifo, or weights such as"
                        + " priority=1000,age-second=1,core=-5, each once; not (" + part + ")");
            }
            weights.put(name, weight(part.substring(equals + 1), text));
        }
        try {
            WeightedOrder weighted = new WeightedOrder(
                    weights.getOrDefault("priority", 0L),
                    weights.getOrDefault("age-second", 0L),
                    weights.getOrDefault("core", 0L));
            if (weighted.isFlat()) {
                throw new BadInput("--order (" + text + "): no weight is other than 0. Maybe fifo?");
            }
            return weighted;
        } catch (IllegalArgumentException e) {
            throw new BadInput("--order (" + text + "): " + e.getMessage());
        }
    }

    private static long weight(String number, String text) {
        try {
            return Long.parseLong(number);
        } catch (NumberFormatException e) {
            throw new BadInput("--order (" + text + "): (" + number + ") is not a whole number");
        }
    }
}
