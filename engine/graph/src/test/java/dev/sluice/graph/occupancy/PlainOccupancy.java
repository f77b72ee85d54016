package dev.sluice.graph.occupancy;

import dev.sluice.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What is held of a machine, as a plain list; every answer is a sum over all of it.
///
/// The cores of an inner vertex are counted as a search may count on them: what its children have left at each moment,
/// each at least zero.
final class PlainOccupancy {

    /// One line of what a job holds. A vertex that contains others stands for itself alone.
    record Line(
            long job, int part, int vertex, long amount, boolean exclusive, long start, long end, boolean reserved) {}

    private final ResourceGraph graph;
    final List<Line> lines = new ArrayList<>();

    PlainOccupancy(ResourceGraph graph) {
        this.graph = graph;
    }

    /// What a job holds by vertex, without vertices that are only used because of what is held below them.
    Map<Integer, Long> shares(long job) {
        Map<Integer, Long> shares = new HashMap<>();
        for (Line line : lines) {
            boolean isImplied = !line.exclusive() && !graph.isDivisible(line.vertex()) && contains(line);
            if (line.job() == job && !isImplied) {
                shares.merge(line.vertex(), line.amount(), Long::sum);
            }
        }
        return shares;
    }

    /// Whether the part holds something right below the line's vertex.
    private boolean contains(Line line) {
        return lines.stream()
                .anyMatch(other -> other.job() == line.job()
                        && other.part() == line.part()
                        && graph.parent(other.vertex()) == line.vertex());
    }

    void releaseAt(long job, int vertex) {
        for (Line line : List.copyOf(lines)) {
            if (line.job() == job && line.vertex() == vertex) {
                lines.removeIf(other ->
                        other.job() == job && other.part() == line.part() && graph.parent(other.vertex()) == vertex);
                remove(line);
            }
        }
    }

    /// What contains nothing else of its part goes, too.
    private void remove(Line line) {
        lines.remove(line);
        int above = graph.parent(line.vertex());
        for (Line other : List.copyOf(lines)) {
            boolean isAbove = other.job() == line.job() && other.part() == line.part() && other.vertex() == above;
            if (isAbove && !contains(other)) {
                remove(other);
            }
        }
    }

    /// The part that was entered last gives first.
    void reduceAt(long job, int pool, long amount) {
        long rest = amount;
        for (Line line : List.copyOf(lines).reversed()) {
            if (line.job() == job && line.vertex() == pool && line.amount() <= rest) {
                remove(line);
                rest -= line.amount();
            } else if (line.job() == job && line.vertex() == pool && rest > 0) {
                long left = line.amount() - rest;
                lines.set(
                        lines.indexOf(line),
                        new Line(job, line.part(), pool, left, false, line.start(), line.end(), line.reserved()));
                rest = 0;
            }
        }
    }

    long free(int vertex, long start, long end) {
        long least = graph.size(vertex);
        for (long moment = start; moment < end; moment++) {
            least = Math.min(least, freeAt(vertex, moment));
        }
        return Math.max(0, least);
    }

    /// Not of what contains the vertex, and not below zero.
    private long freeAt(int vertex, long moment) {
        long left = graph.size(vertex);
        for (Line line : lines) {
            if (line.vertex() == vertex && line.start() <= moment && moment < line.end()) {
                left = graph.isDivisible(vertex) ? left - line.amount() : line.exclusive() ? 0 : left;
            }
        }
        return Math.max(0, left);
    }

    boolean isAllocated(int vertex) {
        return lines.stream().anyMatch(line -> line.vertex() == vertex && !line.reserved());
    }

    boolean isAllocatedExclusively(int vertex) {
        return lines.stream().anyMatch(line -> line.vertex() == vertex && !line.reserved() && line.exclusive());
    }

    boolean isUnused(int vertex, long start, long end) {
        return lines.stream().noneMatch(line -> line.vertex() == vertex && line.start() < end && start < line.end());
    }

    /// What is in stock of a type at and below a vertex.
    long stock(int vertex, String type) {
        if (isAllocatedExclusively(vertex)) {
            return 0;
        }
        int edge = graph.firstOut(vertex);
        if (edge == ResourceGraph.NO_EDGE) {
            if (!graph.type(vertex).equals(type)) {
                return 0;
            }
            long taken = lines.stream()
                    .filter(line -> line.vertex() == vertex && !line.reserved() && graph.isDivisible(vertex))
                    .mapToLong(Line::amount)
                    .sum();
            return Math.max(0, graph.size(vertex) - taken);
        }
        long sum = 0;
        for (; edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            sum += stock(graph.target(edge), type);
        }
        return sum;
    }

    /// What can be had of a type at and below a vertex throughout a window, at most.
    long free(int vertex, String type, long start, long end) {
        long least = Long.MAX_VALUE;
        for (long moment = start; moment < end; moment++) {
            least = Math.min(least, freeAt(vertex, type, moment));
        }
        return least;
    }

    private long freeAt(int vertex, String type, long moment) {
        int edge = graph.firstOut(vertex);
        boolean isTaken = lines.stream()
                .anyMatch(line -> line.vertex() == vertex
                        && line.exclusive()
                        && line.start() <= moment
                        && moment < line.end()
                        && !graph.isDivisible(vertex));
        if (isTaken) {
            return 0;
        }
        if (edge == ResourceGraph.NO_EDGE) {
            return graph.type(vertex).equals(type) ? freeAt(vertex, moment) : 0;
        }
        long sum = 0;
        for (; edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            sum += freeAt(graph.target(edge), type, moment);
        }
        return sum;
    }
}
