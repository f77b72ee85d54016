package dev.sluice.cli.graph;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/// Prints groups as a tree, followed by totals per type.
final class TreeText {

    /// Longer names are cut, so that the counts stay visible.
    private static final int NAMES_WIDTH_MAX = 48;

    private record Line(String branch, Group group, int hiddenLevels) {
        String left() {
            return branch + shortened(group.names());
        }
    }

    private final Ansi ansi;

    TreeText(Ansi ansi) {
        this.ansi = ansi;
    }

    void print(Group root, List<Total> totals, int depth, PrintWriter out) {
        List<Line> lines = new ArrayList<>();
        collect(root, "", "", depth, lines);
        int width = lines.stream().mapToInt(line -> line.left().length()).max().orElse(0);
        for (Line line : lines) {
            String left = line.left();
            String text = left + " ".repeat(width - left.length()) + "  " + description(line);
            out.println(text.stripTrailing());
        }
        out.println();
        printTotals(totals, out);
    }

    private static void collect(Group group, String branch, String indent, int depth, List<Line> lines) {
        lines.add(new Line(branch, group, depth == 0 ? group.levelsBelow() : 0));
        if (depth == 0) {
            return;
        }
        int left = group.children().size();
        for (Group child : group.children()) {
            left--;
            boolean last = left == 0;
            collect(child, indent + (last ? "└── " : "├── "), indent + (last ? "    " : "│   "), depth - 1, lines);
        }
    }

    private String description(Line line) {
        Group group = line.group();
        StringBuilder text =
                new StringBuilder().append(group.count()).append(" × ").append(group.type());
        if (group.size() != 1 || !group.unit().isEmpty()) {
            text.append(" of ").append(amount(group.size(), group.unit()));
        }
        if (group.total() != group.count()) {
            text.append(" each, ").append(group.total()).append(" in all");
        }
        if (group.free() < group.total()) {
            text.append("  ").append(Bar.of(group.used(), group.free(), group.total(), ansi));
        }
        if (!group.down().isEmpty() && group.total() > 1) {
            text.append(": ").append(shortened(group.down()));
        }
        if (line.hiddenLevels() > 0) {
            text.append("  (")
                    .append(line.hiddenLevels())
                    .append(line.hiddenLevels() == 1 ? " more level)" : " more levels)");
        }
        return text.toString();
    }

    private void printTotals(List<Total> totals, PrintWriter out) {
        int typeWidth =
                totals.stream().mapToInt(total -> total.type().length()).max().orElse(0);
        int countWidth = totals.stream()
                .mapToInt(total -> Long.toString(total.count()).length())
                .max()
                .orElse(0);
        int amountWidth =
                totals.stream().mapToInt(total -> sum(total).length()).max().orElse(0);
        for (Total total : totals) {
            out.printf(
                    "%-" + typeWidth + "s  %" + countWidth + "d%s%s%n",
                    total.type(),
                    total.count(),
                    sum(total) + " ".repeat(amountWidth - sum(total).length()),
                    "  " + Bar.of(total.used(), total.free(), total.count(), ansi));
        }
    }

    private static String sum(Total total) {
        boolean isCounted = total.amount() == total.count() && total.unit().isEmpty();
        return isCounted ? "" : " = " + amount(total.amount(), total.unit());
    }

    private static String amount(long amount, String unit) {
        return unit.isEmpty() ? Long.toString(amount) : amount + " " + unit;
    }

    /// Removes control characters: names from a file must not control the terminal.
    private static String shortened(String names) {
        String plain = names.replaceAll("\\p{Cntrl}", "?");
        return plain.length() <= NAMES_WIDTH_MAX ? plain : plain.substring(0, NAMES_WIDTH_MAX - 1) + "…";
    }
}
