package dev.sluice.traces.synthetic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The distribution of user estimates by Tsafrir, Etsion and Feitelson.
///
/// Users choose from few values. The longest one allowed is the most popular, followed by round ones; twenty
/// values make up 89 % of all jobs, and the rest is a long tail.
///
/// Tsafrir, Etsion, Feitelson: Modeling user runtime estimates, JSSPP 2005.
final class TsafrirModel {
    static final int HEAD = 20;

    /// The share of jobs that have one of the twenty most popular values.
    static final double HEAD_SHARE = 0.89;

    /// Numbers of jobs, and how many distinct estimates they have; interpolated linearly.
    private static final double[][] DISTINCT = {
        {0, 0}, {20, 10}, {200, 20}, {1000, 35}, {10_000, 90}, {70_000, 340}, {250_000, 565}
    };

    private static final int MINUTE = 60;
    private static final int HOUR = 3600;

    /// Round values that are popular everywhere, if allowed.
    private static final int[] ROUND = {
        5 * MINUTE,
        10 * MINUTE,
        15 * MINUTE,
        20 * MINUTE,
        30 * MINUTE,
        HOUR,
        2 * HOUR,
        3 * HOUR,
        4 * HOUR,
        5 * HOUR,
        6 * HOUR,
        8 * HOUR,
        10 * HOUR,
        12 * HOUR,
        18 * HOUR
    };

    /// Multiples of these, from the longest downwards, fill the remaining places.
    private static final int[] FILL = {
        200 * HOUR, 100 * HOUR, 50 * HOUR, 10 * HOUR, 5 * HOUR, 2 * HOUR, HOUR, 20 * MINUTE, 10 * MINUTE, 5 * MINUTE
    };

    private TsafrirModel() {}

    /// An estimate and the share of jobs that have it.
    record Choice(long seconds, double share) {}

    /// Returns the number of distinct estimates of this many jobs.
    static int distinct(int jobs) {
        for (int i = 1; i < DISTINCT.length; i++) {
            if (jobs <= DISTINCT[i][0]) {
                double part = (jobs - DISTINCT[i - 1][0]) / (DISTINCT[i][0] - DISTINCT[i - 1][0]);
                return (int) Math.rint(DISTINCT[i - 1][1] + part * (DISTINCT[i][1] - DISTINCT[i - 1][1]));
            }
        }
        return (int) Math.rint(0.653566 * StrictMath.pow(jobs, 0.547761));
    }

    /// Returns the estimates by descending popularity; the shares sum to 1.
    ///
    /// @param draws for the popularity of the values in the tail
    static List<Choice> choices(int jobs, long maxSeconds, Draws draws) {
        Set<Long> head = headTimes(maxSeconds);
        int count = Math.max(1, distinct(jobs));
        List<Long> times = new ArrayList<>(head.stream().limit(count).toList());
        List<Long> tail = tailTimes(Math.max(0, count - head.size()), maxSeconds, head);
        shuffle(tail, draws);
        times.addAll(tail);
        double[] shares = shares(times.size());
        List<Choice> choices = new ArrayList<>(times.size());
        for (int i = 0; i < shares.length; i++) {
            choices.add(new Choice(times.get(i), shares[i]));
        }
        return choices;
    }

    /// Returns the shares by rank. Without a tail, the head has all jobs.
    static double[] shares(int count) {
        double[] shares = new double[count];
        double others = 0;
        for (int rank = 2; rank <= Math.min(HEAD, count); rank++) {
            shares[rank - 1] = (14.0491 * StrictMath.exp(-0.177531 * rank) + 0.462513) / 100;
            others += shares[rank - 1];
        }
        double tail = 0;
        for (int rank = HEAD + 1; rank <= count; rank++) {
            shares[rank - 1] = 795.6 * StrictMath.pow(rank, -2.267) / 100;
            tail += shares[rank - 1];
        }
        for (int rank = HEAD + 1; rank <= count; rank++) {
            shares[rank - 1] *= (1 - HEAD_SHARE) / tail;
        }
        shares[0] = (count > HEAD ? HEAD_SHARE : 1) - others;
        return shares;
    }

    /// Returns the longest estimate, then round ones; up to twenty, fewer if the longest is short.
    static Set<Long> headTimes(long maxSeconds) {
        Set<Long> times = new LinkedHashSet<>();
        times.add(maxSeconds);
        for (long round : ROUND) {
            if (round < maxSeconds) {
                times.add(round);
            }
        }
        for (int step : FILL) {
            for (long time = (maxSeconds - 1) / step * step; time > 0 && times.size() < HEAD; time -= step) {
                times.add(time);
            }
        }
        return times;
    }

    /// Returns the tail: spread over the allowed range, more short than long; in whole minutes while these are
    /// unused.
    private static List<Long> tailTimes(int count, long maxSeconds, Set<Long> head) {
        double a = 1 + 12.1039 * StrictMath.pow(count + head.size(), -0.6026);
        Set<Long> taken = new LinkedHashSet<>(head);
        List<Long> times = new ArrayList<>(count);
        for (int i = 1; i <= count; i++) {
            double x = i / (count + 1.0);
            double seconds = maxSeconds * (a - 1) * x / (a - x);
            long time = Math.max(1, Math.round(seconds / MINUTE)) * MINUTE;
            while (time > 0 && !taken.add(time)) {
                time--;
            }
            if (time > 0) {
                times.add(time);
            }
        }
        times.sort(Comparator.naturalOrder());
        return times;
    }

    private static void shuffle(List<Long> values, Draws draws) {
        for (int i = values.size() - 1; i > 0; i--) {
            int j = draws.below(i + 1);
            Long value = values.get(i);
            values.set(i, values.get(j));
            values.set(j, value);
        }
    }
}
