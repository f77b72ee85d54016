package dev.sluice.simulator.result;

import java.util.Arrays;

/// Gives jobs that were only counted a place on the machine, for whoever wants to draw them: each takes the lowest ids
/// that are free.
///
/// Ends come before starts of the same moment, in whichever order they were told, for only after all events of a moment
/// is the machine sure not to be overcommitted. The free ids are ranges in ascending order: taking reads them from the
/// front, returning inserts.
final class LowestFirst {
    private int[] firsts = new int[16];
    private int[] lasts = new int[16];
    private int ranges;

    LowestFirst(int machineSize) {
        if (machineSize > 0) {
            lasts[0] = machineSize - 1;
            ranges = 1;
        }
    }

    Allocations number(JobColumns jobs) {
        Allocations allocations = new Allocations(jobs.size());
        IntColumn ends = jobs.endOrder;
        int end = 0;
        for (int i = 0; i < jobs.startOrder.size(); i++) {
            int row = jobs.startOrder.get(i);
            long now = jobs.starts.get(row);
            while (end < ends.size() && jobs.finishes.get(ends.get(end)) <= now) {
                int gone = ends.get(end++);
                if (jobs.finishes.get(gone) > jobs.starts.get(gone)) {
                    release(allocations, gone);
                }
            }
            take(allocations, row, jobs.resources.get(row));
            if (jobs.finishes.get(row) == now) {
                release(allocations, row);
            }
        }
        return allocations;
    }

    /// As many as there are, if there are too few: a drawing is not worth failing a run.
    private void take(Allocations allocations, int row, int count) {
        allocations.begin(row);
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

    private void release(Allocations allocations, int row) {
        for (int range = 0; range < allocations.rangeCount(row); range++) {
            insert(allocations.first(row, range), allocations.last(row, range));
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
