package dev.sluice.simulator.result;

import java.util.List;

/// A column of names, as numbers into the list of those that occur, which are in order of first appearance.
public final class NameList {
    private final List<String> distinct;
    private final int[] codes;

    NameList(List<String> distinct, int[] codes) {
        this.distinct = List.copyOf(distinct);
        this.codes = codes;
    }

    public List<String> distinct() {
        return distinct;
    }

    public int code(int row) {
        return codes[row];
    }

    public String get(int row) {
        return distinct.get(codes[row]);
    }
}
