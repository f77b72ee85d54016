package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.jobspec.set.FluxDuration;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.CycleOptions.EventOrder;
import dev.sluice.scheduling.CycleOptions.Overdue;
import dev.sluice.scheduling.CycleOptions.Passes;
import dev.sluice.scheduling.OverrunPolicy;
import java.util.Locale;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options of the scheduling cycle.
final class CycleMixin {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private enum Preset {
        USUAL,
        REFERENCE
    }

    @Option(
            names = "--cycle",
            paramLabel = "NAME",
            defaultValue = "usual",
            description =
                    "The preset of the options below: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})."
                            + " REFERENCE is that of the SC'15 study: submissions first, a pass for each event, overdue jobs gone.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Preset preset;

    @Option(
            names = "--event-order",
            paramLabel = "NAME",
            description = "The order of simultaneous events: ${COMPLETION-CANDIDATES}.")
    private @Nullable EventOrder order;

    @Option(
            names = "--passes",
            paramLabel = "NAME",
            description = "When scheduling passes run: ${COMPLETION-CANDIDATES}.")
    private @Nullable Passes passes;

    @Option(
            names = "--skip-unfit",
            description = "No pass for an arriving job that does not fit into the free resources.")
    private boolean skipsUnfit;

    @Option(
            names = "--overdue",
            paramLabel = "NAME",
            description =
                    "Whether a job past its estimate keeps its resources until it ends: ${COMPLETION-CANDIDATES}.")
    private @Nullable Overdue overdue;

    @Option(
            names = "--overrun",
            paramLabel = "POLICY",
            defaultValue = "kill",
            description = "At the wall time: kill, grace:5m, or extend:10m while no job waits"
                    + " (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String overrun;

    CycleOptions options() {
        CycleOptions start = preset == Preset.REFERENCE ? CycleOptions.reference(false) : CycleOptions.DEFAULT;
        try {
            return new CycleOptions(
                    order == null ? start.order() : order,
                    passes == null ? start.passes() : passes,
                    skipsUnfit,
                    overdue == null ? start.overdue() : overdue,
                    overrunPolicy());
        } catch (IllegalArgumentException e) {
            throw new BadInput("--overrun, --overdue: " + e.getMessage());
        }
    }

    /// Adds the effective options, including those of the preset.
    void describe(SequencedMap<String, String> setup) {
        CycleOptions cycle = options();
        setup.put("event-order", cycle.order().name().toLowerCase(Locale.ROOT));
        setup.put("passes", cycle.passes().name().toLowerCase(Locale.ROOT));
        setup.put("skip-unfit", Boolean.toString(cycle.skipsUnfit()));
        setup.put("overdue", cycle.overdue().name().toLowerCase(Locale.ROOT));
        setup.put("overrun", overrun);
    }

    private OverrunPolicy overrunPolicy() {
        if (overrun.equals("kill")) {
            return new OverrunPolicy.Kill();
        }
        if (overrun.startsWith("grace:")) {
            return new OverrunPolicy.Grace(nanos(overrun.substring("grace:".length())));
        }
        if (overrun.startsWith("extend:")) {
            return new OverrunPolicy.ExtendWhileNoneWaits(nanos(overrun.substring("extend:".length())));
        }
        throw new BadInput("--overrun (" + overrun + ") must be kill, grace:DURATION or extend:DURATION");
    }

    static long nanos(String duration) {
        double seconds = FluxDuration.find(duration)
                .filter(Double::isFinite)
                .orElseThrow(() -> new BadInput("'" + duration + "' is not a duration such as 90, 5m, 1.5h or 2d"));
        return Math.round(seconds * NANOS_PER_SECOND);
    }
}
