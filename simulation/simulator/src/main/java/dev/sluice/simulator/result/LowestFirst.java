package dev.sluice.simulator.result;

import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/// Assigns resource ids to jobs on counted machines, for drawing: each gets the lowest free ids.
///
/// Ends are handled before starts of the same moment, since the machine may be overcommitted before all events
/// of a moment are handled. The free ids are ranges in ascending order: taking reads them from the front,
/// returning inserts.
final class LowestFirst {
    private int[] firsts = new int[16];
    private int[] lasts = new int[16];
    private int ranges;

    private LowestFirst(int first, int size) {
        if (size > 0) {
            firsts[0] = first;
            lasts[0] = first + size - 1;
            ranges = 1;
        }
    }

    /// Numbers the resources of a machine that is one pool.
    static Allocations number(JobColumns jobs, int machineSize) {
        LowestFirst all = new LowestFirst(0, machineSize);
        return number(jobs, (allocations, row) -> all.take(allocations, row, jobs.resources.get(row)), _ -> all);
    }

    /// Numbers the resources of a machine of several pools.
    ///
    /// @param counts what each job has of each pool: as many resources as there are of the pool among these
    /// @param poolFirsts the first resource of each pool, ascending
    static Allocations number(JobColumns jobs, Allocations counts, List<Integer> poolFirsts, int machineSize) {
        NavigableMap<Integer, LowestFirst> pools = new TreeMap<>();
        for (int i = 0; i < poolFirsts.size(); i++) {
            int end = i + 1 < poolFirsts.size() ? poolFirsts.get(i + 1) : machineSize;
            pools.put(poolFirsts.get(i), new LowestFirst(poolFirsts.get(i), end - poolFirsts.get(i)));
        }
        return number(
                jobs,
                (allocations, row) -> takeFromPools(allocations, row, counts, pools),
                first -> pools.floorEntry(first).getValue());
    }

    private static void takeFromPools(
            Allocations allocations, int row, Allocations counts, NavigableMap<Integer, LowestFirst> pools) {
        for (int range = 0; range < counts.rangeCount(row); range++) {
            int last = counts.last(row, range);
            for (int first = counts.first(row, range); first <= last; ) {
                Integer next = pools.higherKey(first);
                int end = next == null ? last + 1 : Math.min(next, last + 1);
                pools.floorEntry(first).getValue().take(allocations, row, end - first);
                first = end;
            }
        }
    }

    /// Takes what a job needs.
    private interface Taking {
        void take(Allocations allocations, int row);
    }

    /// @param poolOf the pool that a resource is of
    private static Allocations number(JobColumns jobs, Taking taking, IntFunction<LowestFirst> poolOf) {
        Allocations allocations = new Allocations(jobs.size());
        IntColumn ends = jobs.endOrder;
        int end = 0;
        for (int i = 0; i < jobs.startOrder.size(); i++) {
            int row = jobs.startOrder.get(i);
            long now = jobs.starts.get(row);
            while (end < ends.size() && jobs.finishes.get(ends.get(end)) <= now) {
                int gone = ends.get(end++);
                if (jobs.finishes.get(gone) > jobs.starts.get(gone)) {
                    release(allocations, gone, poolOf);
                }
            }
            allocations.begin(row);
            taking.take(allocations, row);
            if (jobs.finishes.get(row) == now) {
                release(allocations, row, poolOf);
            }
        }
        return allocations;
    }

    /// Takes fewer if too few are free: a drawing is no reason to fail a run.
    private void take(Allocations allocations, int row, int count) {
        int missing = count;
        int used = 0;
        while (missing > 0 && used < ranges) {
            int size = lasts[used] - firsts[used] + 1;
            int taken = Math.min(size, missing);
            allocations.add(row, firsts[used], firsts[used] + taken - 1);
            missing -= taken;
            if (taken == size) {
                used++;
            } else {
                firsts[used] += taken;
            }
        }
        remove(0, used);
    }

    private static void release(Allocations allocations, int row, IntFunction<LowestFirst> poolOf) {
        for (int range = 0; range < allocations.rangeCount(row); range++) {
            poolOf.apply(allocations.first(row, range))
                    .insert(allocations.first(row, range), allocations.last(row, range));
        }
    }

    private void insert(int first, int last) {
        int found = Arrays.binarySearch(firsts, 0, ranges, first);
        int at = -(found + 1);
        boolean joinsBefore = at > 0 && lasts[at - 1] + 1 == first;
        boolean joinsAfter = at < ranges && firsts[at] == last + 1;
        if (joinsBefore && joinsAfter) {
            lasts[at - 1] = lasts[at];
            remove(at, 1);
        } else if (joinsBefore) {
            lasts[at - 1] = last;
        } else if (joinsAfter) {
            firsts[at] = first;
        } else {
            makeRoom(at);
            firsts[at] = first;
            lasts[at] = last;
        }
    }

    private void makeRoom(int at) {
        if (ranges == firsts.length) {
            firsts = Arrays.copyOf(firsts, Growth.next(ranges));
            lasts = Arrays.copyOf(lasts, firsts.length);
        }
        System.arraycopy(firsts, at, firsts, at + 1, ranges - at);
        System.arraycopy(lasts, at, lasts, at + 1, ranges - at);
        ranges++;
    }

    private void remove(int at, int count) {
        System.arraycopy(firsts, at + count, firsts, at, ranges - at - count);
        System.arraycopy(lasts, at + count, lasts, at, ranges - at - count);
        ranges -= count;
    }
}
