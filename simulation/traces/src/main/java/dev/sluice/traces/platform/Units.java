package dev.sluice.traces.platform;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Speeds as SimGrid writes them: `98.095Mf`, `1.5Gf`, `2Tiflops`.
final class Units {
    private static final Pattern SPEED = Pattern.compile(
            "\\s*([0-9]+(?:\\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|\\.[0-9]+(?:[eE][-+]?[0-9]+)?)\\s*(?:([kKMGTPEZY]i?)?(?:f|flops))?\\s*");
    private static final String PREFIXES = "kMGTPEZY";

    private Units() {}

    /// Returns flops per second; empty if the text is not a speed.
    static Optional<Double> speed(String text) {
        Matcher matcher = SPEED.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String prefix = Optional.ofNullable(matcher.group(2)).orElse("");
        double value = Double.parseDouble(matcher.group(1)) * factor(prefix);
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }

    private static double factor(String prefix) {
        if (prefix.isEmpty()) {
            return 1;
        }
        int power = PREFIXES.indexOf(prefix.charAt(0) == 'K' ? 'k' : prefix.charAt(0)) + 1;
        return Math.pow(prefix.endsWith("i") ? 1024 : 1000, power);
    }
}
