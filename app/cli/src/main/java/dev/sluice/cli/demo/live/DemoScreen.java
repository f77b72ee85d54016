package dev.sluice.cli.demo.live;

import java.util.ArrayList;
import java.util.List;

/// Fits what the demo shows onto a terminal: nodes, then the queue, then the newest news in the rows that are left.
///
/// @param width no line is longer
/// @param height there are no more lines
record DemoScreen(int width, int height) {
    /// A queue that is longer than the room gives way to so many news.
    private static final int NEWS_MIN = 4;

    List<String> lines(String title, List<String> nodes, List<String> queue, List<String> news) {
        List<String> lines = new ArrayList<>();
        lines.add(title);
        lines.add("");
        lines.addAll(nodes);
        lines.add("");
        lines.addAll(first(queue, height - lines.size() - 1 - NEWS_MIN));
        lines.add("");
        int room = Math.max(0, height - lines.size());
        lines.addAll(news.subList(Math.max(0, news.size() - room), news.size()));
        return lines.stream().limit(height).map(this::cut).toList();
    }

    private static List<String> first(List<String> rows, int most) {
        if (rows.size() <= most) {
            return rows;
        }
        int shown = Math.max(0, most - 1);
        List<String> lines = new ArrayList<>(rows.subList(0, shown));
        lines.add("… and %d more".formatted(rows.size() - shown));
        return lines;
    }

    private String cut(String line) {
        return line.length() <= width ? line : line.substring(0, width - 1) + "…";
    }
}
