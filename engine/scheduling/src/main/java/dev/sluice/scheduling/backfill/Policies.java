package dev.sluice.scheduling.backfill;

import java.util.List;
import java.util.Optional;

/// The built-in policies by name.
public final class Policies {
    public static final List<String> NAMES = List.of("fcfs", "easy", "easy-sjbf", "easy++", "hybrid:N", "conservative");

    /// Far more reservations than are useful; beyond this, use conservative backfilling.
    private static final int RESERVATIONS_MAX = 100_000;

    private static final String HYBRID = "hybrid:";

    private Policies() {}

    public static Optional<SchedulingPolicy> named(String name) {
        return switch (name) {
            case "fcfs" -> Optional.of(new Fcfs());
            case "easy" -> Optional.of(new Easy());
            case "easy-sjbf" -> Optional.of(new EasySjbf());
            case "easy++" -> Optional.of(new EasyPlusPlus());
            case "conservative" -> Optional.of(new Conservative());
            default -> name.startsWith(HYBRID) ? hybrid(name.substring(HYBRID.length())) : Optional.empty();
        };
    }

    private static Optional<SchedulingPolicy> hybrid(String count) {
        boolean isNumber = count.matches("[1-9][0-9]{0,5}");
        return isNumber && Integer.parseInt(count) <= RESERVATIONS_MAX
                ? Optional.of(new Hybrid(Integer.parseInt(count)))
                : Optional.empty();
    }
}
