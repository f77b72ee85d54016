package dev.sluice.simulator.report;

import dev.sluice.simulator.result.JobResults;
import java.util.Arrays;

/// The resources that each job held, as exactly as the page's size allows.
///
/// Jobs on a large machine are scattered over many ranges of ids. If there are too many ranges in total, the
/// jobs with the most are simplified: their smallest gaps are closed until they have the maximum number of
/// ranges per job.
final class DrawnRanges {

    /// Some 3 MB in the page and a tenth of a second to draw.
    static final int RANGES_MAX = 1_200_000;

    private final int inexactJobs;
    private final int[] counts;
    private final int[] firsts;
    private final int[] lasts;

    private DrawnRanges(JobResults jobs, int perJobMax) {
        counts = new int[jobs.size()];
        int size = 0;
        int inexact = 0;
        for (int row = 0; row < jobs.size(); row++) {
            counts[row] = Math.min(jobs.rangeCount(row), perJobMax);
            size += counts[row];
            inexact += jobs.rangeCount(row) > perJobMax ? 1 : 0;
        }
        inexactJobs = inexact;
        firsts = new int[size];
        lasts = new int[size];
        int used = 0;
        for (int row = 0; row < jobs.size(); row++) {
            copy(jobs, row, used);
            used += counts[row];
        }
    }

    static DrawnRanges of(JobResults jobs) {
        return of(jobs, RANGES_MAX);
    }

    static DrawnRanges of(JobResults jobs, int rangesMax) {
        return new DrawnRanges(jobs, perJobMax(jobs, rangesMax));
    }

    /// Returns the maximum number of ranges per job with which the total stays within the limit; at least one.
    private static int perJobMax(JobResults jobs, int rangesMax) {
        int most = 1;
        for (int row = 0; row < jobs.size(); row++) {
            most = Math.max(most, jobs.rangeCount(row));
        }
        int enough = 1;
        int tooMany = most + 1;
        while (tooMany - enough > 1) {
            int middle = (enough + tooMany) >>> 1;
            if (total(jobs, middle) <= rangesMax) {
                enough = middle;
            } else {
                tooMany = middle;
            }
        }
        return enough;
    }

    private static long total(JobResults jobs, int perJobMax) {
        long total = 0;
        for (int row = 0; row < jobs.size(); row++) {
            total += Math.min(jobs.rangeCount(row), perJobMax);
        }
        return total;
    }

    private void copy(JobResults jobs, int row, int to) {
        int ranges = jobs.rangeCount(row);
        boolean[] closed = closedGaps(jobs, row, ranges - counts[row]);
        int used = to - 1;
        for (int range = 0; range < ranges; range++) {
            if (range == 0 || !closed[range]) {
                used++;
                firsts[used] = jobs.rangeFirst(row, range);
            }
            lasts[used] = jobs.rangeLast(row, range);
        }
    }

    /// Whether the gap before a range is one of so many smallest.
    private static boolean[] closedGaps(JobResults jobs, int row, int count) {
        int ranges = jobs.rangeCount(row);
        boolean[] closed = new boolean[ranges];
        if (count > 0) {
            // A gap's width in the upper half, its place in the lower.
            long[] gaps = new long[ranges - 1];
            for (int range = 1; range < ranges; range++) {
                long width = (long) jobs.rangeFirst(row, range) - jobs.rangeLast(row, range - 1);
                gaps[range - 1] = (width << Integer.SIZE) | range;
            }
            Arrays.sort(gaps);
            for (int i = 0; i < count; i++) {
                closed[(int) gaps[i]] = true;
            }
        }
        return closed;
    }

    /// Returns how many jobs are simplified.
    int inexactJobs() {
        return inexactJobs;
    }

    /// Returns the number of ranges of all jobs.
    int size() {
        return firsts.length;
    }

    /// Returns the number of ranges of a job.
    int count(int row) {
        return counts[row];
    }

    int first(int range) {
        return firsts[range];
    }

    int last(int range) {
        return lasts[range];
    }
}
