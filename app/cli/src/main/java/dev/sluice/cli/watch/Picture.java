package dev.sluice.cli.watch;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.audit.Drift;
import dev.sluice.controller.view.Amounts;
import dev.sluice.controller.view.ClusterView;
import dev.sluice.controller.view.GroupView;
import dev.sluice.controller.view.NodeView;
import dev.sluice.scheduling.machine.ClosedReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/// The cluster as a table: a row for each rack or node, with a bar for each resource.
///
/// @param width so many columns at most; resources that do not fit are left out
/// @param height so many lines at most; if not all rows fit, the fullest ones are shown and the others counted
record Picture(Rows rows, int width, int height, Ansi ansi) {
    /// Of a file or pipe, which has all the room there is.
    static final int UNLIMITED = Integer.MAX_VALUE;

    private static final int BAR = 10;
    private static final int DRIFTS_MAX = 5;
    private static final String GAP = "  ";
    private static final String NO_RACK = "(no rack)";

    private record Row(String name, String nodes, SortedMap<String, Amounts> resources) {}

    List<String> lines(Situation now) {
        ClusterView view = now.view();
        GroupView total = view.total();
        List<String> lines = new ArrayList<>();
        lines.addAll(wrapped(WatchText.cluster(view, total) + "; " + WatchText.events(now) + "; "
                + AmountText.bytes(now.use().heapBytes()) + " of memory"));
        lines.addAll(wrapped(WatchText.audit(now)));
        now.problems().forEach(problem -> addRed(lines, problem));
        addDrifts(lines, now);
        lines.add("");
        addTable(lines, rows(view), total);
        return lines;
    }

    private void addDrifts(List<String> lines, Situation now) {
        AuditReport report = now.audit();
        if (report == null || height == UNLIMITED) {
            return;
        }
        List<Drift> drifts = report.drifts();
        for (Drift drift : drifts.subList(0, Math.min(DRIFTS_MAX, drifts.size()))) {
            addRed(lines, "drift " + drift);
        }
    }

    private void addRed(List<String> lines, String text) {
        wrapped(text).forEach(line -> lines.add(red(line)));
    }

    /// Names of objects have no markup, but messages of a server may: they are printed as they are.
    private String red(String line) {
        return ansi.enabled() ? Ansi.Style.on(Ansi.Style.fg_red) + line + Ansi.Style.off(Ansi.Style.fg_red) : line;
    }

    /// Breaks a text at spaces, so that no line is wider than the terminal.
    private List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > width) {
            int space = rest.lastIndexOf(' ', width);
            int end = space <= 0 ? width : space;
            lines.add(rest.substring(0, end));
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }

    private List<Row> rows(ClusterView view) {
        List<Row> all = new ArrayList<>();
        if (rows.of(view) == Rows.nodes) {
            for (NodeView node : view.nodes()) {
                String place = node.rack().isEmpty() ? node.name() : node.rack() + "/" + node.name();
                all.add(new Row(place, state(node), node.resources()));
            }
        } else {
            for (GroupView rack : view.racks()) {
                String name = rack.name().isEmpty() ? NO_RACK : rack.name();
                all.add(new Row(name, count(rack), rack.resources()));
            }
        }
        return all;
    }

    private static String state(NodeView node) {
        return node.reasons().isEmpty()
                ? "open"
                : node.reasons().stream()
                        .map(ClosedReason::name)
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(","));
    }

    private static String count(GroupView group) {
        return group.closed() == 0 ? "" + group.nodes() : group.nodes() + " (" + group.closed() + " closed)";
    }

    private void addTable(List<String> lines, List<Row> all, GroupView total) {
        List<String> legend = wrapped(Bars.LEGEND);
        Row sum = new Row("all", count(total), total.resources());
        int below = height == UNLIMITED ? UNLIMITED : Math.max(0, height - lines.size() - 2 - legend.size());
        List<String> resources = WatchText.shown(total.resources());
        List<Row> shown = new ArrayList<>(all.size() <= below ? all : fullest(all, Math.max(0, below - 1), resources));
        int left = all.size() - shown.size();
        shown.addFirst(sum);
        int nodesWidth = Math.max(
                "nodes".length(),
                shown.stream().mapToInt(row -> row.nodes().length()).max().orElse(0));
        int nameWidth = Math.min(
                shown.stream().mapToInt(row -> row.name().length()).max().orElse(0),
                Math.max(1, width - GAP.length() - nodesWidth));
        List<StringBuilder> texts = new ArrayList<>();
        texts.add(new StringBuilder(" ".repeat(nameWidth) + GAP + pad("nodes", nodesWidth)));
        shown.forEach(row -> texts.add(
                new StringBuilder(pad(cut(row.name(), nameWidth), nameWidth) + GAP + pad(row.nodes(), nodesWidth))));
        int used = nameWidth + GAP.length() + nodesWidth;
        for (String resource : resources) {
            int cell = cellWidth(resource, shown);
            used += GAP.length() + cell;
            if (used > width) {
                break;
            }
            texts.getFirst().append(GAP).append(pad(resource, cell));
            for (int i = 0; i < shown.size(); i++) {
                texts.get(i + 1).append(GAP).append(cell(resource, shown.get(i), cell));
            }
        }
        texts.forEach(text -> lines.add(text.toString().stripTrailing()));
        if (left > 0) {
            lines.add("… and %d more, none fuller".formatted(left));
        }
        lines.addAll(legend);
    }

    /// Returns so many of the fullest rows. They keep their order, so that a live picture does not jump.
    private static List<Row> fullest(List<Row> all, int count, List<String> resources) {
        List<Row> fullest = new ArrayList<>(all);
        fullest.sort(Comparator.comparingDouble((Row row) -> fullness(row, resources))
                .reversed());
        Set<Row> chosen = Collections.newSetFromMap(new IdentityHashMap<>());
        chosen.addAll(fullest.subList(0, count));
        return all.stream().filter(chosen::contains).toList();
    }

    /// Returns how much of its scarcest resource is used: 1 if all of it is.
    private static double fullness(Row row, List<String> resources) {
        double fullness = 0;
        for (String resource : resources) {
            Amounts amounts = row.resources().get(resource);
            if (amounts != null && amounts.used() > 0) {
                fullness = Math.max(fullness, (double) amounts.used() / Math.max(1, amounts.allocatable()));
            }
        }
        return fullness;
    }

    private static int cellWidth(String resource, List<Row> rows) {
        int text = rows.stream()
                .mapToInt(row -> text(resource, row).length())
                .max()
                .orElse(0);
        return Math.max(resource.length(), BAR + 1 + text);
    }

    private static String text(String resource, Row row) {
        Amounts amounts = row.resources().get(resource);
        return amounts == null ? "" : WatchText.amounts(resource, amounts);
    }

    private String cell(String resource, Row row, int width) {
        Amounts amounts = row.resources().get(resource);
        return amounts == null
                ? " ".repeat(width)
                : Bars.of(amounts, BAR, ansi) + " " + pad(text(resource, row), width - BAR - 1);
    }

    /// Names that are too long have the domain of their nodes at the end, which is of least interest.
    private static String cut(String name, int width) {
        return name.length() <= width ? name : name.substring(0, width - 1) + "…";
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
