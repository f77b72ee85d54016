package dev.sluice.simulator.result;

import dev.sluice.jobspec.set.Idset;
import java.util.Arrays;

/// The resources that each job held: ranges of ids of all jobs in one array.
///
/// Jobs may be set in any order; the last call counts.
final class Allocations {

    /// First and last id of each range, alternating.
    private final IntColumn bounds;

    /// Where a job's ranges begin among all ranges, and how many they are.
    private int[] begins;

    private int[] counts;

    Allocations(int expectedJobs) {
        bounds = new IntColumn(2 * expectedJobs);
        begins = new int[expectedJobs];
        counts = new int[expectedJobs];
    }

    void begin(int row) {
        if (row >= begins.length) {
            int size = Growth.next(row);
            begins = Arrays.copyOf(begins, size);
            counts = Arrays.copyOf(counts, size);
        }
        begins[row] = bounds.size() / 2;
        counts[row] = 0;
    }

    /// Adds to the job that was begun last.
    void add(int row, int first, int last) {
        bounds.add(first);
        bounds.add(last);
        counts[row]++;
    }

    void set(int row, Idset ids) {
        begin(row);
        for (int range = 0; range < ids.rangeCount(); range++) {
            add(row, Math.toIntExact(ids.rangeFirst(range)), Math.toIntExact(ids.rangeLast(range)));
        }
    }

    int rangeCount(int row) {
        return row < counts.length ? counts[row] : 0;
    }

    int first(int row, int range) {
        return bounds.get(2 * (begins[row] + range));
    }

    int last(int row, int range) {
        return bounds.get(2 * (begins[row] + range) + 1);
    }
}
