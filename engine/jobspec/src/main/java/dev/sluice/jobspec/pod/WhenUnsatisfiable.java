package dev.sluice.jobspec.pod;

import java.util.List;
import java.util.Optional;

/// Whether a rule is a demand or a preference.
public enum WhenUnsatisfiable {
    DO_NOT_SCHEDULE("DoNotSchedule"),
    SCHEDULE_ANYWAY("ScheduleAnyway");

    private final String text;

    WhenUnsatisfiable(String text) {
        this.text = text;
    }

    /// The name in a pod's spec.
    public String text() {
        return text;
    }

    public static List<String> texts() {
        return List.of(DO_NOT_SCHEDULE.text, SCHEDULE_ANYWAY.text);
    }

    public static Optional<WhenUnsatisfiable> named(String text) {
        return text.equals(DO_NOT_SCHEDULE.text)
                ? Optional.of(DO_NOT_SCHEDULE)
                : text.equals(SCHEDULE_ANYWAY.text) ? Optional.of(SCHEDULE_ANYWAY) : Optional.empty();
    }
}
