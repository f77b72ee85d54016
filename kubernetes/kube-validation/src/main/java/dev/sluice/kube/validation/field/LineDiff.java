package dev.sluice.kube.validation.field;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The difference of two texts in the form of `diff -u`, found as the real server finds it: by the longest
/// block that both have in common, then the same to the left and to the right of it.
final class LineDiff {
    private static final int CONTEXT = 3;

    /// In texts of so many lines, lines that are in more than one of a hundred places begin no block.
    private static final int LONG = 200;

    private static final int HUNDRED = 100;

    private final List<String> before;
    private final List<String> after;
    private final Map<String, List<Integer>> places = new HashMap<>();
    private final List<Block> blocks = new ArrayList<>();

    /// Lines that both have.
    private record Block(int before, int after, int length) {}

    /// A part of both texts.
    private record Part(boolean isSame, int beforeFrom, int beforeTo, int afterFrom, int afterTo) {}

    private LineDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
        for (int i = 0; i < after.size(); i++) {
            places.computeIfAbsent(after.get(i), _ -> new ArrayList<>()).add(i);
        }
        int many = after.size() / HUNDRED + 1;
        if (after.size() >= LONG) {
            places.values().removeIf(found -> found.size() > many);
        }
        match(0, before.size(), 0, after.size());
    }

    static String of(List<String> before, List<String> after) {
        LineDiff diff = new LineDiff(before, after);
        StringBuilder text = new StringBuilder();
        for (List<Part> group : groups(diff.parts())) {
            diff.write(group, text);
        }
        return text.toString();
    }

    private void match(int beforeFrom, int beforeTo, int afterFrom, int afterTo) {
        Block longest = longest(beforeFrom, beforeTo, afterFrom, afterTo);
        if (longest.length == 0) {
            return;
        }
        match(beforeFrom, longest.before, afterFrom, longest.after);
        blocks.add(longest);
        match(longest.before + longest.length, beforeTo, longest.after + longest.length, afterTo);
    }

    private Block longest(int beforeFrom, int beforeTo, int afterFrom, int afterTo) {
        Block best = new Block(beforeFrom, afterFrom, 0);
        Map<Integer, Integer> lengths = new HashMap<>();
        for (int i = beforeFrom; i < beforeTo; i++) {
            Map<Integer, Integer> longer = new HashMap<>();
            for (int j : places.getOrDefault(before.get(i), List.of())) {
                if (j >= afterFrom && j < afterTo) {
                    int length = lengths.getOrDefault(j - 1, 0) + 1;
                    longer.put(j, length);
                    if (length > best.length) {
                        best = new Block(i - length + 1, j - length + 1, length);
                    }
                }
            }
            lengths = longer;
        }
        return extended(best, beforeFrom, beforeTo, afterFrom, afterTo);
    }

    /// By lines that begin no block.
    private Block extended(Block found, int beforeFrom, int beforeTo, int afterFrom, int afterTo) {
        int i = found.before;
        int j = found.after;
        int length = found.length;
        while (i > beforeFrom && j > afterFrom && before.get(i - 1).equals(after.get(j - 1))) {
            i--;
            j--;
            length++;
        }
        while (i + length < beforeTo
                && j + length < afterTo
                && before.get(i + length).equals(after.get(j + length))) {
            length++;
        }
        return new Block(i, j, length);
    }

    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        int i = 0;
        int j = 0;
        List<Block> all = new ArrayList<>(joined());
        all.add(new Block(before.size(), after.size(), 0));
        for (Block block : all) {
            if (i < block.before || j < block.after) {
                parts.add(new Part(false, i, block.before, j, block.after));
            }
            i = block.before + block.length;
            j = block.after + block.length;
            if (block.length > 0) {
                parts.add(new Part(true, block.before, i, block.after, j));
            }
        }
        return parts;
    }

    /// Blocks that follow each other are one.
    private List<Block> joined() {
        List<Block> joined = new ArrayList<>();
        for (Block block : blocks) {
            Block last = joined.isEmpty() ? new Block(-1, -1, 0) : joined.getLast();
            if (last.before + last.length == block.before && last.after + last.length == block.after) {
                joined.set(joined.size() - 1, new Block(last.before, last.after, last.length + block.length));
            } else {
                joined.add(block);
            }
        }
        return joined;
    }

    /// What differs, with some lines around it; far from each other they are apart.
    private static List<List<Part>> groups(List<Part> parts) {
        List<List<Part>> groups = new ArrayList<>();
        List<Part> group = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            int from = part.beforeFrom;
            int fromAfter = part.afterFrom;
            int length = part.beforeTo - part.beforeFrom;
            if (part.isSame && i == 0) {
                int cut = Math.max(0, length - CONTEXT);
                from += cut;
                fromAfter += cut;
            } else if (part.isSame && i + 1 < parts.size() && length > 2 * CONTEXT) {
                group.add(new Part(true, from, from + CONTEXT, fromAfter, fromAfter + CONTEXT));
                groups.add(group);
                group = new ArrayList<>();
                from = part.beforeTo - CONTEXT;
                fromAfter = part.afterTo - CONTEXT;
            }
            boolean isEnd = part.isSame && i + 1 == parts.size();
            int to = isEnd ? Math.min(part.beforeTo, from + CONTEXT) : part.beforeTo;
            int toAfter = isEnd ? Math.min(part.afterTo, fromAfter + CONTEXT) : part.afterTo;
            group.add(new Part(part.isSame, from, to, fromAfter, toAfter));
        }
        boolean isNothing = group.isEmpty() || group.stream().allMatch(Part::isSame);
        if (!isNothing) {
            groups.add(group);
        }
        return groups;
    }

    private void write(List<Part> group, StringBuilder text) {
        Part first = group.getFirst();
        Part last = group.getLast();
        text.append("@@ -")
                .append(range(first.beforeFrom, last.beforeTo))
                .append(" +")
                .append(range(first.afterFrom, last.afterTo))
                .append(" @@\n");
        for (Part part : group) {
            if (part.isSame) {
                before.subList(part.beforeFrom, part.beforeTo).forEach(line -> line(" ", line, text));
            } else {
                before.subList(part.beforeFrom, part.beforeTo).forEach(line -> line("-", line, text));
                after.subList(part.afterFrom, part.afterTo).forEach(line -> line("+", line, text));
            }
        }
    }

    private static void line(String mark, String line, StringBuilder text) {
        text.append(mark).append(line).append('\n');
    }

    private static String range(int from, int to) {
        int length = to - from;
        if (length == 1) {
            return Integer.toString(from + 1);
        }
        return (length == 0 ? from : from + 1) + "," + length;
    }
}
