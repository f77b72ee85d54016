package dev.sluice.cli.demo;

import dev.sluice.graph.occupancy.Occupancy.Holding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A timeline of the jobs: a line per job, six characters per hour.
final class TimeChart {
    private static final long CHARACTER_SECONDS = 10 * TimeOfDay.MINUTE;
    private static final int HOURS = 6;
    private static final int WIDTH = (int) (HOURS * TimeOfDay.HOUR / CHARACTER_SECONDS);

    private TimeChart() {}

    static List<String> rows(List<Holding> holdings, long now) {
        List<String> rows = new ArrayList<>();
        rows.add("  " + axis());
        holdings.stream()
                .sorted(Comparator.comparingLong(Holding::start).thenComparingLong(Holding::job))
                .forEach(holding -> rows.add(row(holding, now)));
        return rows;
    }

    private static String axis() {
        StringBuilder axis = new StringBuilder();
        for (int hour = 0; hour <= HOURS; hour++) {
            axis.append("%-6s".formatted(TimeOfDay.text(hour * TimeOfDay.HOUR)));
        }
        return axis.toString().stripTrailing();
    }

    private static String row(Holding holding, long now) {
        boolean isAhead = holding.start() > now;
        int from = column(holding.start());
        int to = column(holding.end());
        String bar = " ".repeat(from) + (isAhead ? "░" : "█").repeat(to - from) + " ".repeat(WIDTH - to);
        return "%c %s  %s to %s%s"
                .formatted(
                        (char) holding.job(),
                        bar,
                        TimeOfDay.text(holding.start()),
                        TimeOfDay.text(holding.end()),
                        isAhead ? ", reserved" : "");
    }

    private static int column(long seconds) {
        return Math.clamp(seconds / CHARACTER_SECONDS, 0, WIDTH);
    }
}
