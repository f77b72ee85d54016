package dev.sluice.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Assigns numbers to vertex kinds and types, so that searches compare numbers instead of strings.
final class Kinds {
    static final int UNKNOWN = -1;

    private final List<VertexKind> kinds = new ArrayList<>();
    private final Map<VertexKind, Integer> numbers = new HashMap<>();
    private final List<String> types = new ArrayList<>();
    private final Map<String, Integer> typeNumbers = new HashMap<>();
    private int[] typeOf = new int[8];
    private long[] sizeOf = new long[8];
    private boolean[] divisible = new boolean[8];
    private int lastNumber = UNKNOWN;

    Kinds() {}

    Kinds(Kinds other) {
        kinds.addAll(other.kinds);
        numbers.putAll(other.numbers);
        types.addAll(other.types);
        typeNumbers.putAll(other.typeNumbers);
        typeOf = other.typeOf.clone();
        sizeOf = other.sizeOf.clone();
        divisible = other.divisible.clone();
    }

    /// The number of the kind; assigns one if it is new.
    @SuppressWarnings("ReferenceEquality") // only a short cut; the map compares values
    int number(VertexKind kind) {
        // Readers and generators create many vertices of the same kind in a row.
        if (lastNumber == UNKNOWN || kinds.get(lastNumber) != kind) {
            lastNumber = numbers.computeIfAbsent(kind, this::add);
        }
        return lastNumber;
    }

    VertexKind kind(int number) {
        return kinds.get(number);
    }

    int type(int number) {
        return typeOf[number];
    }

    long size(int number) {
        return sizeOf[number];
    }

    boolean isDivisible(int number) {
        return divisible[number];
    }

    int typeNumber(String type) {
        return typeNumbers.getOrDefault(type, UNKNOWN);
    }

    String typeName(int type) {
        return types.get(type);
    }

    int typeCount() {
        return types.size();
    }

    private Integer add(VertexKind kind) {
        int number = kinds.size();
        kinds.add(kind);
        if (number == typeOf.length) {
            typeOf = Arrays.copyOf(typeOf, 2 * number);
            sizeOf = Arrays.copyOf(sizeOf, 2 * number);
            divisible = Arrays.copyOf(divisible, 2 * number);
        }
        typeOf[number] = typeNumbers.computeIfAbsent(kind.type(), this::addType);
        sizeOf[number] = kind.size();
        divisible[number] = kind.divisible();
        return number;
    }

    private Integer addType(String type) {
        types.add(type);
        return types.size() - 1;
    }
}
