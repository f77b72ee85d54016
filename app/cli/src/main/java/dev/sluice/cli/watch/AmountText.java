package dev.sluice.cli.watch;

import dev.sluice.controller.topology.ResourceTypes;
import java.util.Locale;

/// Amounts and times as people read them.
final class AmountText {
    private static final String[] UNITS = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    private static final double STEP = 1024;
    private static final double MILLI = 1000;

    /// From here on, fractions of a CPU or of a unit are noise.
    private static final double WHOLE_FROM = 100;

    private static final long MINUTE = 60;

    private AmountText() {}

    static String of(String resource, long amount) {
        if (resource.equals(ResourceTypes.CPU)) {
            return shortened(amount / MILLI);
        }
        return isBytes(resource) ? bytes(amount) : Long.toString(amount);
    }

    private static boolean isBytes(String resource) {
        return resource.equals(ResourceTypes.MEMORY)
                || resource.equals("ephemeral-storage")
                || resource.startsWith("hugepages-");
    }

    static String bytes(long amount) {
        double value = amount;
        int unit = 0;
        while (Math.abs(value) >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        return shortened(value) + UNITS[unit];
    }

    private static String shortened(double value) {
        boolean isWhole = Math.abs(value) >= WHOLE_FROM || value == Math.rint(value);
        return String.format(Locale.ROOT, isWhole ? "%.0f" : "%.1f", value);
    }

    static String seconds(long seconds) {
        return seconds < MINUTE ? seconds + " s" : seconds / MINUTE + " min " + seconds % MINUTE + " s";
    }
}
