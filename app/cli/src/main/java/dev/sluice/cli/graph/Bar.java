package dev.sluice.cli.graph;

import picocli.CommandLine.Help.Ansi;

/// A bar of used, free and down resources: `██░░░░░▒▒ 5 of 9 free, 2 down`.
final class Bar {
    private static final int WIDTH_MAX = 20;
    private static final String[] SIGNS = {"█", "░", "▒"};
    private static final String[] COLOURS = {"yellow", "green", "red"};

    private Bar() {}

    /// @param used the number in use
    /// @param free the number up and not in use; the others are down
    static String of(long used, long free, long total, Ansi ansi) {
        long down = total - used - free;
        int[] widths = widths(new long[] {used, free, down}, total);
        StringBuilder bar = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            if (widths[i] > 0) {
                bar.append(ansi.string("@|" + COLOURS[i] + " " + SIGNS[i].repeat(widths[i]) + "|@"));
            }
        }
        return bar.append(' ')
                .append(free)
                .append(" of ")
                .append(total)
                .append(" free")
                .append(down == 0 ? "" : ", " + down + " down")
                .toString();
    }

    /// Proportional, but nothing is rounded away: one node of ten thousand stays visible.
    private static int[] widths(long[] counts, long total) {
        int width = (int) Math.min(total, WIDTH_MAX);
        int[] widths = new int[counts.length];
        int sum = 0;
        for (int i = 0; i < counts.length; i++) {
            widths[i] = counts[i] == 0 ? 0 : (int) Math.max(1, Math.round((double) counts[i] * width / total));
            sum += widths[i];
        }
        while (sum != width) {
            int widest = widths[0] >= widths[1] && widths[0] >= widths[2] ? 0 : widths[1] >= widths[2] ? 1 : 2;
            widths[widest] += sum < width ? 1 : -1;
            sum += sum < width ? 1 : -1;
        }
        return widths;
    }
}
