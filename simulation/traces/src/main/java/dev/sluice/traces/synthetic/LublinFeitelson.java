package dev.sluice.traces.synthetic;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.WorkloadJob.Origin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The workload model that most studies of batch schedulers use.
///
/// Sizes, run times and arrivals of rigid jobs, fitted to the logs of three machines: few large jobs, many powers
/// of two, run times over five orders of magnitude that grow with the size, and a daily cycle. Times are whole
/// seconds.
///
/// Lublin, Feitelson: The workload on parallel supercomputers: modeling the characteristics of rigid jobs, JPDC 2003.
public final class LublinFeitelson implements WorkloadModel {
    /// By convention of the format, queue 0 is interactive.
    static final long INTERACTIVE_QUEUE = 0;

    static final long BATCH_QUEUE = 1;

    /// Longer run times are drawn again: e^12 seconds are just below two days.
    static final double LOG_RUN_MAX = 12;

    /// The kinds of jobs to generate.
    public enum Jobs {
        /// One kind, with the parameters fitted to all jobs.
        COMBINED,
        BATCH,
        INTERACTIVE,
        /// Batch and interactive jobs, each with their own parameters and arrivals.
        TYPED
    }

    private static final DailyCycle COMBINED_CYCLE = cycle(LublinParameters.COMBINED);
    private static final DailyCycle BATCH_CYCLE = cycle(LublinParameters.BATCH);
    private static final DailyCycle INTERACTIVE_CYCLE = cycle(LublinParameters.INTERACTIVE);

    private final Jobs jobs;
    private final int processors;

    public LublinFeitelson(Jobs jobs, int processors) {
        if (processors < 1) {
            throw new IllegalArgumentException("processors (" + processors + ") must be 1 or more");
        }
        this.jobs = jobs;
        this.processors = processors;
    }

    private static DailyCycle cycle(LublinParameters parameters) {
        return new HalfHourCycle(LublinArrivals.weights(parameters.arrivals()));
    }

    @Override
    public int processors() {
        return processors;
    }

    @Override
    public DailyCycle cycleOf(WorkloadJob job) {
        return switch (jobs) {
            case COMBINED -> COMBINED_CYCLE;
            case BATCH -> BATCH_CYCLE;
            case INTERACTIVE -> INTERACTIVE_CYCLE;
            case TYPED -> job.origin().queue() == INTERACTIVE_QUEUE ? INTERACTIVE_CYCLE : BATCH_CYCLE;
        };
    }

    @Override
    public Workload generate(int count, Seeds seeds) {
        List<Stream> streams = streams(seeds.within("lublin"));
        List<WorkloadJob> made = new ArrayList<>(count);
        while (made.size() < count) {
            Stream first = streams.stream()
                    .min(Comparator.comparingDouble(Stream::nextSubmit))
                    .orElseThrow();
            made.add(first.job(made.size() + 1L));
        }
        return new Workload(made, OptionalInt.of(processors), OptionalLong.empty());
    }

    private List<Stream> streams(Seeds seeds) {
        return switch (jobs) {
            case COMBINED ->
                List.of(new Stream("combined", LublinParameters.COMBINED, processors, WorkloadJob.UNKNOWN, seeds));
            case BATCH -> List.of(batch(seeds));
            case INTERACTIVE -> List.of(interactive(seeds));
            case TYPED -> List.of(batch(seeds), interactive(seeds));
        };
    }

    private Stream batch(Seeds seeds) {
        return new Stream("batch", LublinParameters.BATCH, processors, BATCH_QUEUE, seeds);
    }

    private Stream interactive(Seeds seeds) {
        return new Stream("interactive", LublinParameters.INTERACTIVE, processors, INTERACTIVE_QUEUE, seeds);
    }

    /// The jobs of one kind, one after the other.
    static final class Stream {
        private final LublinParameters parameters;
        private final int processors;
        private final Origin origin;
        private final Draws sizes;
        private final Draws runTimes;
        private final LublinArrivals arrivals;
        private double nextSubmit;

        Stream(String kind, LublinParameters preset, int processors, long queue, Seeds seeds) {
            Seeds own = seeds.within(kind);
            this.parameters = preset.forMachine(processors);
            this.processors = processors;
            this.origin = Origin.NOT_KNOWN.withQueue(queue);
            this.sizes = new Draws(own.forActor("sizes"));
            this.runTimes = new Draws(own.forActor("run times"));
            this.arrivals = new LublinArrivals(preset.arrivals(), new Draws(own.forActor("arrivals")));
            this.nextSubmit = arrivals.next();
        }

        double nextSubmit() {
            return nextSubmit;
        }

        WorkloadJob job(long number) {
            int size = size();
            WorkloadJob job = WorkloadJob.of(number, Math.rint(nextSubmit), runSeconds(size), size)
                    .withOrigin(origin);
            nextSubmit = arrivals.next();
            return job;
        }

        int size() {
            LublinParameters.Sizes model = parameters.sizes();
            double kind = sizes.uniform();
            if (kind < model.serial()) {
                return 1;
            }
            boolean isLow = sizes.uniform() < model.lowShare();
            double log2 =
                    isLow ? sizes.uniform(model.low(), model.medium()) : sizes.uniform(model.medium(), model.high());
            if (kind < model.serial() + model.powerOfTwo()) {
                log2 = Math.floor(log2 + 0.5);
            }
            return (int) Math.clamp(Math.round(StrictMath.pow(2, log2)), 1L, (long) processors);
        }

        double runSeconds(int size) {
            LublinParameters.RunTimes model = parameters.runTimes();
            boolean isFirst = runTimes.uniform() < Math.clamp(model.slope() * size + model.offset(), 0, 1);
            while (true) {
                double log = isFirst
                        ? runTimes.gamma(model.shape1(), model.scale1())
                        : runTimes.gamma(model.shape2(), model.scale2());
                if (log <= LOG_RUN_MAX) {
                    return Math.max(1, Math.rint(StrictMath.exp(log)));
                }
            }
        }
    }
}
