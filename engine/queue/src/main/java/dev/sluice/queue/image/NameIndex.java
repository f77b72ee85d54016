package dev.sluice.queue.image;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Numbers names, densely from zero.
public final class NameIndex {
    private static final int NONE = -1;

    private final Map<String, Integer> numbers;
    private final List<String> names;

    // Cache: frequent names often come in a row.
    private String last = "";
    private int lastNumber = NONE;

    NameIndex() {
        numbers = new HashMap<>();
        names = new ArrayList<>();
    }

    NameIndex(NameIndex other) {
        numbers = new HashMap<>(other.numbers);
        names = new ArrayList<>(other.names);
    }

    public int numberOf(String name) {
        if (lastNumber == NONE || !name.equals(last)) {
            lastNumber = find(name);
            last = name;
        }
        return lastNumber;
    }

    private int find(String name) {
        Integer number = numbers.get(name);
        if (number == null) {
            number = names.size();
            numbers.put(name, number);
            names.add(name);
        }
        return number;
    }

    public String name(int number) {
        return names.get(number);
    }

    public int size() {
        return names.size();
    }
}
