package dev.sluice.kube.apiserver.kind;

import java.util.List;
import java.util.Locale;

/// Whether a schedule of a cron job can be kept.
final class CronSchedules {
    private static final String NAMED = "@(yearly|annually|monthly|weekly|daily|midnight|hourly|every\\s+\\S+)";

    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

    /// What a field may be.
    ///
    /// @param names of its values from the least on
    private record Part(int min, int max, List<String> names) {
        boolean takes(String text) {
            return List.of(text.split(",", -1)).stream().allMatch(this::takesRange);
        }

        private boolean takesRange(String text) {
            String[] step = text.split("/", -1);
            boolean hasStep = step.length == 1 || (step.length == 2 && step[1].matches("[1-9][0-9]{0,3}"));
            if (!hasStep) {
                return false;
            }
            if (step[0].equals("*") || step[0].equals("?")) {
                return true;
            }
            String[] ends = step[0].split("-", -1);
            int first = value(ends[0]);
            int last = value(ends[ends.length - 1]);
            return ends.length <= 2 && first >= min && last <= max && first <= last;
        }

        /// Beyond all of them if it is none.
        private int value(String text) {
            int named = names.indexOf(text.toLowerCase(Locale.ROOT));
            if (named >= 0) {
                return min + named;
            }
            return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : Integer.MAX_VALUE;
        }
    }

    private static final List<Part> PARTS = List.of(
            new Part(0, 59, List.of()),
            new Part(0, 23, List.of()),
            new Part(1, 31, List.of()),
            new Part(1, 12, MONTHS),
            new Part(0, 6, DAYS));

    private CronSchedules() {}

    /// What is wrong with it; empty if nothing is.
    static String flaw(String schedule) {
        if (schedule.startsWith("@")) {
            return schedule.matches(NAMED) ? "" : "unrecognized descriptor: " + schedule;
        }
        String[] fields = schedule.strip().split("\\s+", -1);
        for (int i = 0; i < Math.min(fields.length, PARTS.size()); i++) {
            if (!PARTS.get(i).takes(fields[i])) {
                return "no value or range of this field: " + fields[i];
            }
        }
        return "";
    }
}
