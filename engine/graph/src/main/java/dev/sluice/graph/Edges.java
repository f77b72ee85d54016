package dev.sluice.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The edges of a graph: for each vertex its out-edges in creation order, and its in-edges of auxiliary
/// subsystems.
///
/// The graph itself keeps the in-edges of the dominant subsystem, of which nearly all vertices have one.
final class Edges {
    static final int NONE = ResourceGraph.NO_EDGE;

    /// The number of the dominant subsystem.
    static final int DOMINANT = 0;

    private final List<String> subsystems = new ArrayList<>();
    private int count;
    private int auxiliaryCount;
    private int[] sourceOf = new int[64];
    private int[] targetOf = new int[64];
    private int[] nextOut = new int[64];
    private int[] previousOut = new int[64];
    private byte[] subsystemOf = new byte[64];

    private int[] firstOut = new int[64];
    private int[] lastOut = new int[64];

    // Empty until there is an auxiliary edge; many graphs have none.
    private int[] firstIn = new int[0];
    private int[] lastIn = new int[0];
    private int[] nextIn = new int[0];

    Edges(Edges other) {
        subsystems.addAll(other.subsystems);
        count = other.count;
        auxiliaryCount = other.auxiliaryCount;
        sourceOf = other.sourceOf.clone();
        targetOf = other.targetOf.clone();
        nextOut = other.nextOut.clone();
        previousOut = other.previousOut.clone();
        subsystemOf = other.subsystemOf.clone();
        firstOut = other.firstOut.clone();
        lastOut = other.lastOut.clone();
        firstIn = other.firstIn.clone();
        lastIn = other.lastIn.clone();
        nextIn = other.nextIn.clone();
    }

    Edges(String dominant) {
        subsystems.add(dominant);
    }

    /// Creates the empty edge lists of a new vertex.
    void addVertex(int vertex) {
        firstOut[vertex] = NONE;
        lastOut[vertex] = NONE;
    }

    void resizeVertices(int capacity) {
        firstOut = Arrays.copyOf(firstOut, capacity);
        lastOut = Arrays.copyOf(lastOut, capacity);
    }

    void resizeEdges(int capacity) {
        sourceOf = Arrays.copyOf(sourceOf, capacity);
        targetOf = Arrays.copyOf(targetOf, capacity);
        nextOut = Arrays.copyOf(nextOut, capacity);
        previousOut = Arrays.copyOf(previousOut, capacity);
        subsystemOf = Arrays.copyOf(subsystemOf, capacity);
    }

    /// Adds an edge at the end of its source's list.
    ///
    /// @param reused the number of a removed edge that it gets, or [FreeNumbers#NONE]
    int add(int source, int target, int subsystem, int reused) {
        if (reused == FreeNumbers.NONE && count == sourceOf.length) {
            resizeEdges(ResourceGraph.grown(count));
        }
        int edge = reused == FreeNumbers.NONE ? count++ : reused;
        sourceOf[edge] = source;
        targetOf[edge] = target;
        subsystemOf[edge] = (byte) subsystem;
        nextOut[edge] = NONE;
        previousOut[edge] = lastOut[source];
        if (lastOut[source] == NONE) {
            firstOut[source] = edge;
        } else {
            nextOut[lastOut[source]] = edge;
        }
        lastOut[source] = edge;
        if (subsystem != DOMINANT) {
            addIn(edge, target);
        }
        return edge;
    }

    private void addIn(int edge, int target) {
        auxiliaryCount++;
        if (target >= firstIn.length) {
            int old = firstIn.length;
            firstIn = Arrays.copyOf(firstIn, firstOut.length);
            lastIn = Arrays.copyOf(lastIn, firstOut.length);
            Arrays.fill(firstIn, old, firstIn.length, NONE);
        }
        if (edge >= nextIn.length) {
            nextIn = Arrays.copyOf(nextIn, sourceOf.length);
        }
        nextIn[edge] = NONE;
        if (firstIn[target] == NONE) {
            firstIn[target] = edge;
        } else {
            nextIn[lastIn[target]] = edge;
        }
        lastIn[target] = edge;
    }

    /// Removes the edge from its source's list.
    void unlink(int edge) {
        int source = sourceOf[edge];
        int before = previousOut[edge];
        int after = nextOut[edge];
        if (before == NONE) {
            firstOut[source] = after;
        } else {
            nextOut[before] = after;
        }
        if (after == NONE) {
            lastOut[source] = before;
        } else {
            previousOut[after] = before;
        }
        nextOut[edge] = NONE;
        if (subsystemOf[edge] != DOMINANT) {
            unlinkIn(edge);
        }
    }

    /// Moves an edge to another subsystem. It keeps its place among the out-edges.
    void move(int edge, int subsystem) {
        if (subsystemOf[edge] != DOMINANT) {
            unlinkIn(edge);
        }
        subsystemOf[edge] = (byte) subsystem;
        if (subsystem != DOMINANT) {
            addIn(edge, targetOf[edge]);
        }
    }

    private void unlinkIn(int edge) {
        auxiliaryCount--;
        int target = targetOf[edge];
        int before = NONE;
        for (int other = firstIn[target]; other != edge; other = nextIn[other]) {
            before = other;
        }
        if (before == NONE) {
            firstIn[target] = nextIn[edge];
        } else {
            nextIn[before] = nextIn[edge];
        }
        if (lastIn[target] == edge) {
            lastIn[target] = before;
        }
    }

    int count() {
        return count;
    }

    boolean hasAuxiliary() {
        return auxiliaryCount > 0;
    }

    int source(int edge) {
        return sourceOf[edge];
    }

    int target(int edge) {
        return targetOf[edge];
    }

    int subsystem(int edge) {
        return subsystemOf[edge];
    }

    int firstOut(int vertex) {
        return firstOut[vertex];
    }

    int nextOut(int edge) {
        return nextOut[edge];
    }

    int firstIn(int vertex) {
        return vertex < firstIn.length ? firstIn[vertex] : NONE;
    }

    int nextIn(int edge) {
        return nextIn[edge];
    }

    List<String> subsystems() {
        return subsystems;
    }

    String subsystemName(int number) {
        return subsystems.get(number);
    }

    /// The number of the subsystem, or -1.
    int subsystemNumber(String name) {
        return subsystems.indexOf(name);
    }

    int addSubsystem(String name) {
        int number = subsystems.indexOf(name);
        if (number < 0) {
            number = subsystems.size();
            if (number > Byte.MAX_VALUE) {
                throw new GraphException("more than (%d) subsystems".formatted(Byte.MAX_VALUE));
            }
            subsystems.add(name);
        }
        return number;
    }
}
