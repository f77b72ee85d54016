package dev.sluice.simulator.result;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A column of repeating names: each is stored once, and a row has its number.
final class NameColumn {
    private static final int NONE = -1;

    private final Map<String, Integer> codes = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final IntColumn rows;

    // Cache: neighbours often have the same name.
    private String last = "";
    private int lastCode = NONE;

    NameColumn(int expected) {
        rows = new IntColumn(expected);
    }

    void add(String name) {
        if (lastCode == NONE || !name.equals(last)) {
            lastCode = codeOf(name);
            last = name;
        }
        rows.add(lastCode);
    }

    private int codeOf(String name) {
        Integer known = codes.get(name);
        if (known == null) {
            known = names.size();
            codes.put(name, known);
            names.add(name);
        }
        return known;
    }

    NameList freeze() {
        return new NameList(names, rows.toArray());
    }
}
