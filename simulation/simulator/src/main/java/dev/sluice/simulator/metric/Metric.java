package dev.sluice.simulator.metric;

/// The numbers by which runs are compared, under the names they have in `summary.json`, in sweeps and on the screen.
public enum Metric {
    UTILISATION("utilisation", "Utilisation", Unit.SHARE, Better.HIGHER),
    WAIT_MEAN("wait_mean", "Wait, mean", Unit.SECONDS, Better.LOWER),
    WAIT_MEDIAN("wait_median", "Wait, median", Unit.SECONDS, Better.LOWER),
    WAIT_P95("wait_p95", "Wait, 95th percentile", Unit.SECONDS, Better.LOWER),
    WAIT_MAX("wait_max", "Wait, longest", Unit.SECONDS, Better.LOWER),
    SLOWDOWN_MEAN("bounded_slowdown_mean", "Bounded slowdown, mean", Unit.RATIO, Better.LOWER),
    SLOWDOWN_MEDIAN("bounded_slowdown_median", "Bounded slowdown, median", Unit.RATIO, Better.LOWER),
    SLOWDOWN_P95("bounded_slowdown_p95", "Bounded slowdown, 95th percentile", Unit.RATIO, Better.LOWER),
    SLOWDOWN_MAX("bounded_slowdown_max", "Bounded slowdown, highest", Unit.RATIO, Better.LOWER),
    TURNAROUND_MEAN("turnaround_mean", "Turnaround, mean", Unit.SECONDS, Better.LOWER),
    TURNAROUND_MEDIAN("turnaround_median", "Turnaround, median", Unit.SECONDS, Better.LOWER),
    TURNAROUND_P95("turnaround_p95", "Turnaround, 95th percentile", Unit.SECONDS, Better.LOWER),
    TURNAROUND_MAX("turnaround_max", "Turnaround, longest", Unit.SECONDS, Better.LOWER),
    MAKESPAN("makespan", "Makespan", Unit.SECONDS, Better.LOWER),
    THROUGHPUT("throughput_per_hour", "Throughput", Unit.PER_HOUR, Better.HIGHER),
    QUEUE_MEAN("queue_length_mean", "Queue length, mean", Unit.JOBS, Better.LOWER),
    QUEUE_MAX("queue_length_max", "Queue length, most", Unit.JOBS, Better.LOWER),
    JAIN_OF_USERS("jain_index_of_users", "Fairness: Jain index of users' slowdowns", Unit.RATIO, Better.HIGHER),
    GINI_OF_WAITS("gini_of_waits", "Fairness: Gini coefficient of waits", Unit.RATIO, Better.LOWER),
    BACKFILLED_SHARE("backfilled_share", "Backfilled jobs", Unit.SHARE, Better.NEITHER),
    ESTIMATE_ERROR("estimate_error_mean_absolute", "Estimated start, mean error", Unit.SECONDS, Better.LOWER),
    ESTIMATE_BIAS("estimate_error_bias", "Estimated start, bias", Unit.SECONDS, Better.ZERO),
    RERUNS("reruns", "Runs lost to failures and made again", Unit.JOBS, Better.LOWER),
    LOST_SHARE("lost_share", "Utilisation lost to failures", Unit.SHARE, Better.LOWER),
    HEAD_DELAY_MAX("head_delay_max", "Starvation bound: a head's longest delay", Unit.SECONDS, Better.LOWER);

    /// How a value is shown.
    public enum Unit {
        SHARE,
        SECONDS,
        RATIO,
        PER_HOUR,
        JOBS
    }

    /// Which of two values is the better one.
    public enum Better {
        HIGHER,
        LOWER,
        /// The one nearer to zero.
        ZERO,
        NEITHER
    }

    private final String key;
    private final String label;
    private final Unit unit;
    private final Better better;

    Metric(String key, String label, Unit unit, Better better) {
        this.key = key;
        this.label = label;
        this.unit = unit;
        this.better = better;
    }

    public String key() {
        return key;
    }

    public String label() {
        return label;
    }

    public Unit unit() {
        return unit;
    }

    public Better better() {
        return better;
    }

    /// NaN if the run does not tell.
    public double of(RunSummary run) {
        return switch (this) {
            case UTILISATION -> run.utilisation();
            case WAIT_MEAN -> run.waits().mean();
            case WAIT_MEDIAN -> run.waits().median();
            case WAIT_P95 -> run.waits().p95();
            case WAIT_MAX -> run.waits().max();
            case SLOWDOWN_MEAN -> run.boundedSlowdowns().mean();
            case SLOWDOWN_MEDIAN -> run.boundedSlowdowns().median();
            case SLOWDOWN_P95 -> run.boundedSlowdowns().p95();
            case SLOWDOWN_MAX -> run.boundedSlowdowns().max();
            case TURNAROUND_MEAN -> run.turnarounds().mean();
            case TURNAROUND_MEDIAN -> run.turnarounds().median();
            case TURNAROUND_P95 -> run.turnarounds().p95();
            case TURNAROUND_MAX -> run.turnarounds().max();
            case MAKESPAN -> run.makespan();
            case THROUGHPUT -> run.throughputPerHour();
            case QUEUE_MEAN -> run.waitingMean();
            case QUEUE_MAX -> run.waitingMax();
            case JAIN_OF_USERS -> run.fairness().jainIndexOfUsers();
            case GINI_OF_WAITS -> run.fairness().giniOfWaits();
            case BACKFILLED_SHARE -> run.jobs().backfilledShare();
            case ESTIMATE_ERROR -> run.estimate().meanAbsolute();
            case ESTIMATE_BIAS -> run.estimate().bias();
            case RERUNS -> run.losses().reruns();
            case LOST_SHARE -> run.lostShare();
            case HEAD_DELAY_MAX -> run.headDelayMax();
        };
    }
}
