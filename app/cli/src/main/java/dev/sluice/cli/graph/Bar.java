package dev.sluice.cli.graph;

import picocli.CommandLine.Help.Ansi;

/// How much of something is up, as a bar: `███████░░ 7 of 9 up`.
final class Bar {
    private static final int WIDTH_MAX = 20;

    private Bar() {}

    /// Full only if all are up, and empty only if none is: one node of ten thousand must not be rounded away.
    static String of(long up, long total, Ansi ansi) {
        int width = (int) Math.min(total, WIDTH_MAX);
        long rounded = Math.round((double) up * width / total);
        int filled = up == total ? width : up == 0 ? 0 : Math.clamp(rounded, 1, width - 1);
        return coloured(ansi, "green", "█".repeat(filled))
                + coloured(ansi, "red", "░".repeat(width - filled))
                + " " + up + " of " + total + " up";
    }

    private static String coloured(Ansi ansi, String colour, String text) {
        return text.isEmpty() ? "" : ansi.string("@|" + colour + " " + text + "|@");
    }
}
