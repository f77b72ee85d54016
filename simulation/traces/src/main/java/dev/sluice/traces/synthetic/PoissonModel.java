package dev.sluice.traces.synthetic;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A queueing-theory workload: Poisson arrivals with a daily cycle, exponential run times, and sizes uniform
/// over the powers of two. Times are whole seconds.
///
/// @param gapSeconds the mean time between arrivals over a day
/// @param amplitude how far the rate rises above its mean and falls below it: 0 is no cycle, 1 falls to zero
/// @param peakHour the hour of the day with the highest rate; the workload starts at midnight
/// @param runSeconds the mean run time
/// @param sizeMax the largest job; at most the machine
public record PoissonModel(
        int processors, double gapSeconds, double amplitude, double peakHour, double runSeconds, int sizeMax)
        implements WorkloadModel {
    static final double DAY_SECONDS = DailyCycle.DAY_SECONDS;
    private static final double HOUR_SECONDS = 3600;

    public PoissonModel {
        require(processors >= 1, "processors (" + processors + ") must be 1 or more");
        require(
                gapSeconds > 0 && gapSeconds <= WorkloadJob.SECONDS_MAX,
                "the mean gap (" + gapSeconds + ") must be positive");
        require(amplitude >= 0 && amplitude <= 1, "the amplitude (" + amplitude + ") must be from 0 to 1");
        require(peakHour >= 0 && peakHour < 24, "the peak hour (" + peakHour + ") must be from 0 to below 24");
        require(
                runSeconds > 0 && runSeconds <= WorkloadJob.SECONDS_MAX,
                "the mean run time (" + runSeconds + ") must be positive");
        require(
                sizeMax >= 1 && sizeMax <= processors,
                "the largest size (" + sizeMax + ") must be from 1 to the machine's (" + processors + ")");
    }

    /// Returns the default model: an arrival every five minutes, an hour of mean run time.
    public static PoissonModel usual(int processors) {
        return new PoissonModel(processors, 300, 0.8, 14, HOUR_SECONDS, processors);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    @Override
    public Workload generate(int count, Seeds seeds) {
        Seeds own = seeds.within("poisson");
        Draws arrivals = new Draws(own.forActor("arrivals"));
        Draws runTimes = new Draws(own.forActor("run times"));
        Draws sizes = new Draws(own.forActor("sizes"));
        int sizeKinds = Integer.SIZE - Integer.numberOfLeadingZeros(sizeMax);
        List<WorkloadJob> jobs = new ArrayList<>(count);
        double now = 0;
        for (int number = 1; number <= count; number++) {
            now = nextArrival(now, arrivals);
            double run = Math.max(1, Math.rint(runTimes.exponential(runSeconds)));
            jobs.add(WorkloadJob.of(number, Math.rint(now), run, 1 << sizes.below(sizeKinds)));
        }
        return new Workload(jobs, OptionalInt.of(processors), OptionalLong.empty());
    }

    @Override
    public DailyCycle cycleOf(WorkloadJob job) {
        return new CosineCycle(amplitude, peakHour * HOUR_SECONDS);
    }

    /// Thinning (Lewis, Shedler 1979): arrivals at the highest rate are each accepted with the probability of
    /// the current rate relative to the highest.
    double nextArrival(double after, Draws draws) {
        double now = after;
        do {
            now += draws.exponential(gapSeconds / (1 + amplitude));
        } while (draws.uniform() * (1 + amplitude) >= relativeRate(now));
        return now;
    }

    /// Returns the current rate relative to the mean over a day.
    double relativeRate(double seconds) {
        double phase = 2 * Math.PI * (seconds - peakHour * HOUR_SECONDS) / DAY_SECONDS;
        return 1 + amplitude * StrictMath.cos(phase);
    }
}
