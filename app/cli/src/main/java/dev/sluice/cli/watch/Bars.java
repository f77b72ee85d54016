package dev.sluice.cli.watch;

import dev.sluice.controller.view.Amounts;
import picocli.CommandLine.Help.Ansi;

/// A bar of what is held by others, held by our own pods, free, and on closed nodes.
final class Bars {
    static final String LEGEND = "█ held by pods of others, ▓ by own pods, ░ free, ▒ on closed nodes";

    private static final String[] SIGNS = {"█", "▓", "░", "▒"};
    private static final String[] COLOURS = {"yellow", "cyan", "green", "red"};

    private Bars() {}

    /// Proportional, but nothing is rounded away: one pod on a large rack stays visible.
    static String of(Amounts amounts, int width, Ansi ansi) {
        long[] parts = {
            amounts.foreign(),
            amounts.own(),
            amounts.free(),
            Math.max(0, amounts.allocatable() - amounts.used() - amounts.free())
        };
        double total = 0;
        for (long part : parts) {
            total += part;
        }
        if (total == 0) {
            return " ".repeat(width);
        }
        int[] widths = new int[parts.length];
        int sum = 0;
        for (int i = 0; i < parts.length; i++) {
            widths[i] = parts[i] <= 0 ? 0 : (int) Math.max(1, Math.round(parts[i] * width / total));
            sum += widths[i];
        }
        for (; sum != width; sum += Integer.signum(width - sum)) {
            widths[widest(widths)] += Integer.signum(width - sum);
        }
        StringBuilder bar = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            if (widths[i] > 0) {
                bar.append(ansi.string("@|" + COLOURS[i] + " " + SIGNS[i].repeat(widths[i]) + "|@"));
            }
        }
        return bar.toString();
    }

    private static int widest(int[] widths) {
        int widest = 0;
        for (int i = 1; i < widths.length; i++) {
            widest = widths[i] > widths[widest] ? i : widest;
        }
        return widest;
    }
}
