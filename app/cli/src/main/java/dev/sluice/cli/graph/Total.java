package dev.sluice.cli.graph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The total of one type.
///
/// @param amount the sum of the sizes: the count for cores, gigabytes for memory
/// @param up how many of the count are usable
/// @param used the number in use
/// @param free the number that is up and not in use
record Total(String type, String unit, long count, long amount, long up, long used, long free) {

    private record TypeAndUnit(String type, String unit) {}

    /// Returns one total per type and unit, in the order of the tree.
    static List<Total> of(Group root) {
        Map<TypeAndUnit, Total> totals = new LinkedHashMap<>();
        add(root, totals);
        return List.copyOf(totals.values());
    }

    private static void add(Group group, Map<TypeAndUnit, Total> totals) {
        Total own = new Total(
                group.type(),
                group.unit(),
                group.total(),
                Math.multiplyExact(group.total(), group.size()),
                group.up(),
                group.used(),
                group.free());
        totals.merge(new TypeAndUnit(group.type(), group.unit()), own, Total::plus);
        group.children().forEach(child -> add(child, totals));
    }

    private Total plus(Total other) {
        return new Total(
                type,
                unit,
                count + other.count,
                Math.addExact(amount, other.amount),
                up + other.up,
                used + other.used,
                free + other.free);
    }
}
