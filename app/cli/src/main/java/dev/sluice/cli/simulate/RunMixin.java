package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.InputFiles;
import dev.sluice.jobspec.set.FluxDuration;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.order.WeightedOrder;
import dev.sluice.simulator.drive.Estimates;
import dev.sluice.simulator.drive.MissingEstimates;
import dev.sluice.simulator.drive.SimulationOptions.Failures;
import dev.sluice.simulator.drive.SimulationOptions.OnFailure;
import dev.sluice.simulator.drive.WallTimeSource;
import dev.sluice.simulator.result.RunSetup;
import dev.sluice.traces.Strictness;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of a run, besides trace, policy and seed. An experiment has the same options as keys, without
/// dashes.
final class RunMixin {
    private static final String QUEUE_CONFIG_TEXT = "queue-config-text";
    private static final String FIFO = "fifo";
    private static final String EXACT = "exact";
    private static final String OF_QUEUE = "queue";
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
            names = "--" + QUEUE_CONFIG_TEXT,
            hidden = true,
            description = "The text of a queue configuration, as summary.json keeps it for --from.")
    private @Nullable String queueConfigText;

    @Option(
            names = "--order",
            paramLabel = "WEIGHTS",
            description = "The queue order: fifo, or a sum of weights such as priority=1000,age-second=1,core=-5."
                    + " The job with the largest sum goes first: 'priority' counts for each unit of its queue's"
                    + " priority, 'age-second' for each second since its submission, 'core' for each core"
                    + " (processor) that it asks for, negative for small jobs first. Weights left out are 0;"
                    + " equal sums go by submission. Replaces the order of --queue-config.")
    private @Nullable String order;

    @Option(
            names = "--estimates",
            paramLabel = "NAME",
            defaultValue = "requested",
            description = "The source of wall times: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Estimates estimates;

    @Option(
            names = "--missing-estimates",
            paramLabel = "WHICH",
            defaultValue = EXACT,
            description = "The wall time of jobs without a requested time: exact for their run times, queue for the"
                    + " default-walltime of their queue, or a duration such as 12h (default: ${DEFAULT-VALUE}). The run's"
                    + " notes say how many jobs this concerns.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String missingEstimates;

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
            description = "With --failures: what happens to jobs on a failing node: ${COMPLETION-CANDIDATES} (default:"
                    + " REQUEUE, which returns them to their position in the queue).")
    private @Nullable OnFailure onFailure;

    @Option(
            names = "--start-delay",
            paramLabel = "D",
            defaultValue = "0",
            description =
                    "The delay from a decision until the job runs, such as a container start (default: ${DEFAULT-VALUE}).")
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
            description =
                    "A job whose SWF line names a preceding job is submitted when that one has ended and its think"
                            + " time has passed, not at its own time (default: off).")
    private boolean dependencies;

    @Option(
            names = "--skip-first",
            paramLabel = "D",
            defaultValue = "0",
            description = "Leave the first D of the run out of all metrics, as warm-up (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String skipFirst;

    @Option(
            names = "--skip-last",
            paramLabel = "D",
            defaultValue = "0",
            description = "Leave the last D of the run out of all metrics, as cool-down (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String skipLast;

    @Option(names = "--lenient", description = "Leave out lines that cannot be read, and count them.")
    private boolean lenient;

    /// Parses these arguments.
    static RunMixin parse(String... arguments) {
        RunMixin options = new RunMixin();
        new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
        return options;
    }

    /// Reads and checks the files that the options name.
    ///
    /// @param folder to which file names are relative
    RunSettings settings(Path folder) {
        Optional<String> text = queueConfigText(folder);
        QueueConfig read = text.map(it -> QueueConfigFile.parse(it, queueConfigName(folder)))
                .orElse(QueueConfig.PLAIN);
        QueueConfig queues = order == null ? read : read.inOrder(order(order));
        SequencedMap<String, String> setup = new LinkedHashMap<>();
        machine.describe(setup, folder);
        describe(setup, queues.order());
        text.ifPresent(it -> setup.put(QUEUE_CONFIG_TEXT, it));
        return new RunSettings(
                machine.machine(folder),
                queues,
                cycle.options(),
                new RunSettings.World(
                        new WallTimeSource(estimates, missing()),
                        nodeFailures(),
                        CycleMixin.nanos(startDelay),
                        forecast,
                        dependencies),
                lenient ? Strictness.LENIENT : Strictness.STRICT,
                new RunSetup(setup, OptionalLong.empty(), CycleMixin.nanos(skipFirst), CycleMixin.nanos(skipLast)));
    }

    private Optional<String> queueConfigText(Path folder) {
        if (queueConfig != null && queueConfigText != null) {
            throw new BadInput("--queue-config and --" + QUEUE_CONFIG_TEXT + " exclude each other");
        }
        return queueConfig == null
                ? Optional.ofNullable(queueConfigText)
                : Optional.of(InputFiles.read(folder.resolve(queueConfig).toString()));
    }

    private String queueConfigName(Path folder) {
        return queueConfig == null
                ? QUEUE_CONFIG_TEXT
                : folder.resolve(queueConfig).toString();
    }

    /// Adds all options of the run, so that it can be repeated from its outputs.
    private void describe(SequencedMap<String, String> setup, JobOrder effective) {
        setup.put("order", effective instanceof WeightedOrder weights ? words(weights) : FIFO);
        setup.put("estimates", estimates.name().toLowerCase(Locale.ROOT));
        if (estimates != Estimates.EXACT) {
            setup.put("missing-estimates", missingEstimates.toLowerCase(Locale.ROOT));
        }
        cycle.describe(setup);
        if (failures != null) {
            setup.put("failures", failures);
            setup.put("on-failure", onFailure().name().toLowerCase(Locale.ROOT));
        }
        setup.put("start-delay", startDelay);
        setup.put("forecast", Boolean.toString(forecast));
        setup.put("dependencies", Boolean.toString(dependencies));
        setup.put("lenient", Boolean.toString(lenient));
        setup.put("skip-first", skipFirst);
        setup.put("skip-last", skipLast);
    }

    private static String words(WeightedOrder weights) {
        return "priority=%d,age-second=%d,core=%d".formatted(weights.priority(), weights.ageSecond(), weights.core());
    }

    private MissingEstimates missing() {
        return switch (missingEstimates.toLowerCase(Locale.ROOT)) {
            case EXACT -> new MissingEstimates.RunTime();
            case OF_QUEUE -> new MissingEstimates.QueueDefault(Map.of());
            default -> {
                long nanos = FluxDuration.find(missingEstimates)
                        .filter(seconds -> seconds > 0 && Double.isFinite(seconds))
                        .map(seconds -> Math.round(seconds * 1e9))
                        .orElseThrow(() -> new BadInput("--missing-estimates (" + missingEstimates
                                + ") must be exact, queue or a positive duration, such as 12h"));
                yield new MissingEstimates.Fixed(nanos);
            }
        };
    }

    private Optional<Failures> nodeFailures() {
        if (failures == null) {
            if (onFailure != null) {
                throw new BadInput("--on-failure (" + onFailure.name().toLowerCase(Locale.ROOT)
                        + ") has no effect without --failures");
            }
            return Optional.empty();
        }
        String[] parts = failures.split(",", -1);
        if (parts.length != 2) {
            throw new BadInput("--failures (" + failures + ") must be two durations, such as 30d,4h");
        }
        try {
            return Optional.of(new Failures(CycleMixin.nanos(parts[0]), CycleMixin.nanos(parts[1]), onFailure()));
        } catch (IllegalArgumentException e) {
            throw new BadInput("--failures (" + failures + "): " + e.getMessage());
        }
    }

    private OnFailure onFailure() {
        return onFailure == null ? OnFailure.REQUEUE : onFailure;
    }

    private static JobOrder order(String text) {
        if (text.equals(FIFO)) {
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
                throw new BadInput("--order (" + text + "): all weights are 0. Maybe fifo?");
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
