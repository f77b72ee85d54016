package dev.sluice.graph.occupancy;

import dev.sluice.graph.plan.Timelines;
import java.util.Arrays;

/// Timelines of the free cores of so many neighbours at a time, in the order of some list of vertices.
///
/// A vertex with a thousand children tells only what all of them have together. Between the two, groups tell where in
/// the list a search for a place in the future need not look.
public final class Groups {

    /// Neighbours in a group: large enough that groups are few, small enough that looking through one is quick.
    public static final int SIZE = 32;

    private static final int NO_PLACE = -1;

    private final Timelines timelines;
    private final int[] placeOf;
    private final int[] timelineOf;

    Groups(Timelines timelines, int[] vertices, int vertexCount, long[] cores) {
        this.timelines = timelines;
        this.placeOf = new int[vertexCount];
        Arrays.fill(placeOf, NO_PLACE);
        this.timelineOf = new int[(vertices.length + SIZE - 1) / SIZE];
        for (int group = 0; group < timelineOf.length; group++) {
            long total = 0;
            for (int i = group * SIZE; i < Math.min(vertices.length, (group + 1) * SIZE); i++) {
                placeOf[vertices[i]] = i;
                total += cores[i];
            }
            timelineOf[group] = timelines.create(total);
        }
    }

    /// The most free cores that the group's vertices can have together throughout the window.
    public long freeCores(int group, long start, long end) {
        return timelines.freeDuring(timelineOf[group], start, end);
    }

    /// The timeline of the vertex's group, or -1 if it is in none.
    int timeline(int vertex) {
        return placeOf[vertex] == NO_PLACE ? -1 : timelineOf[placeOf[vertex] / SIZE];
    }

}
