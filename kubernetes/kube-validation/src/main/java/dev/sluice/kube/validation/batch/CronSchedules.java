package dev.sluice.kube.validation.batch;

import dev.sluice.kube.names.GoQuoting;
import java.util.List;
import java.util.Locale;

/// Validates cron schedules.
final class CronSchedules {
    private static final String NAMED = "@(yearly|annually|monthly|weekly|daily|midnight|hourly|every\\s+\\S+)";

    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

    /// What a field may be.
    ///
    /// @param names of its values from the least on
    private record Part(int min, int max, List<String> names) {
        /// What is wrong with it, in the words of the parser that Kubernetes uses; empty if nothing is.
        String error(String text) {
            for (String range : text.split(",", -1)) {
                String error = range.isEmpty() ? "" : validateRange(range);
                if (!error.isEmpty()) {
                    return error;
                }
            }
            return "";
        }

        private String validateRange(String range) {
            String[] steps = range.split("/", -1);
            String[] ends = steps[0].split("-", -1);
            boolean isAll = ends[0].equals("*") || ends[0].equals("?");
            for (int i = 0; !isAll && i < Math.min(ends.length, 2); i++) {
                if (value(ends[i]) < 0) {
                    return notANumber(ends[i]);
                }
            }
            if (!isAll && ends.length > 2) {
                return "too many hyphens: " + range;
            }
            if (steps.length > 2) {
                return "too many slashes: " + range;
            }
            long step = steps.length == 1 ? 1 : number(steps[1]);
            if (step < 0) {
                return notANumber(steps[1]);
            }
            long first = isAll ? min : value(ends[0]);
            boolean isOpen = isAll || (ends.length == 1 && steps.length == 2);
            long last = isOpen ? max : value(ends[ends.length - 1]);
            return validateEnds(first, last, step, range);
        }

        private String validateEnds(long first, long last, long step, String range) {
            if (first < min) {
                return "beginning of range (%d) below minimum (%d): %s".formatted(first, min, range);
            }
            if (last > max) {
                return "end of range (%d) above maximum (%d): %s".formatted(last, max, range);
            }
            if (first > last) {
                return "beginning of range (%d) beyond end of range (%d): %s".formatted(first, last, range);
            }
            return step == 0 ? "step of range should be a positive number: " + range : "";
        }

        /// Less than nothing if it is none.
        private long value(String text) {
            int named = names.indexOf(text.toLowerCase(Locale.ROOT));
            return named >= 0 ? min + named : number(text);
        }

        private static long number(String text) {
            return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
        }

        private static String notANumber(String text) {
            return "failed to parse int from " + text + ": strconv.Atoi: parsing " + GoQuoting.of(text)
                    + ": invalid syntax";
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
    static String error(String schedule) {
        if (schedule.startsWith("@")) {
            return schedule.matches(NAMED) ? "" : "unrecognized descriptor: " + schedule;
        }
        String[] fields = schedule.strip().split("\\s+", -1);
        for (int i = 0; i < Math.min(fields.length, PARTS.size()); i++) {
            String error = PARTS.get(i).error(fields[i]);
            if (!error.isEmpty()) {
                return error;
            }
        }
        return "";
    }
}
