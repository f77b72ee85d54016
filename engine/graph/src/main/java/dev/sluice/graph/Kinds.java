package dev.sluice.graph;

import java.util.ArrayDeque;
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

    /// How many vertices are of each kind.
    private int[] uses = new int[8];

    /// Numbers of kinds that no vertex has any more: sizes in bytes differ from node to node.
    private final ArrayDeque<Integer> free = new ArrayDeque<>();

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
        uses = other.uses.clone();
        free.addAll(other.free);
    }

    /// Notes that a vertex is of this kind.
    void use(int number) {
        uses[number]++;
    }

    /// Notes that a vertex is no longer of this kind. The number of a kind without vertices is given to another one.
    void leave(int number) {
        uses[number]--;
        if (uses[number] == 0) {
            numbers.remove(kinds.get(number));
            free.add(number);
            lastNumber = UNKNOWN;
        }
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

    int count() {
        return kinds.size();
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
        int number = free.isEmpty() ? kinds.size() : free.remove();
        if (number == kinds.size()) {
            kinds.add(kind);
        } else {
            kinds.set(number, kind);
        }
        if (number == typeOf.length) {
            typeOf = Arrays.copyOf(typeOf, 2 * number);
            sizeOf = Arrays.copyOf(sizeOf, 2 * number);
            divisible = Arrays.copyOf(divisible, 2 * number);
            uses = Arrays.copyOf(uses, 2 * number);
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
