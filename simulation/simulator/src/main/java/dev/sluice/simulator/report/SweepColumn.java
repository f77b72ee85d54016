package dev.sluice.simulator.report;

import dev.sluice.simulator.metric.JobCounts;
import dev.sluice.simulator.metric.Metric;
import dev.sluice.simulator.metric.Metric.Better;
import dev.sluice.simulator.metric.Metric.Unit;
import dev.sluice.simulator.metric.RunSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/// A number of every run in the table of a sweep, by its name in `summary.json`: job counts and all metrics.
///
/// @param value NaN if unknown
public record SweepColumn(String key, String label, Unit unit, Better better, ToDoubleFunction<RunSummary> value) {

    /// In the order of the table.
    public static final List<SweepColumn> ALL = all();

    private static final SequencedMap<String, SweepColumn> BY_KEY = byKey();

    static Optional<SweepColumn> find(String key) {
        return Optional.ofNullable(BY_KEY.get(key));
    }

    private static SequencedMap<String, SweepColumn> byKey() {
        SequencedMap<String, SweepColumn> columns = new LinkedHashMap<>();
        ALL.forEach(column -> columns.put(column.key(), column));
        return columns;
    }

    private static List<SweepColumn> all() {
        List<SweepColumn> columns = new ArrayList<>(List.of(
                count("submitted", "Jobs submitted", JobCounts::submitted),
                count("started", "Jobs started", JobCounts::started),
                count("succeeded", "Jobs that succeeded", JobCounts::succeeded),
                count("failed", "Jobs that failed", JobCounts::failed),
                count("wall_time_reached", "Jobs that reached their wall time", JobCounts::wallTimeReached),
                count("killed", "Jobs killed", JobCounts::killed),
                count("rejected", "Jobs rejected", JobCounts::rejected),
                count("unfinished", "Jobs unfinished", JobCounts::unfinished),
                count("backfilled", "Jobs backfilled", JobCounts::backfilled),
                count("without_requested_time", "Jobs without a requested time", JobCounts::withoutRequestedTime)));
        Arrays.stream(Metric.values())
                .map(metric ->
                        new SweepColumn(metric.key(), metric.label(), metric.unit(), metric.better(), metric::of))
                .forEach(columns::add);
        columns.add(new SweepColumn("down_share", "Resources down", Unit.SHARE, Better.NEITHER, RunSummary::downShare));
        columns.add(new SweepColumn(
                "lost_resource_seconds",
                "Resource-seconds lost to failures",
                Unit.RATIO,
                Better.LOWER,
                run -> run.losses().resourceSeconds()));
        columns.add(new SweepColumn(
                "estimate_error_jobs",
                "Jobs with an estimated start",
                Unit.JOBS,
                Better.NEITHER,
                run -> run.estimate().count()));
        columns.add(new SweepColumn(
                "estimates_at_submission",
                "Starts estimated at submission",
                Unit.JOBS,
                Better.NEITHER,
                run -> run.estimate().atSubmission()));
        return List.copyOf(columns);
    }

    private static SweepColumn count(String key, String label, Function<JobCounts, Integer> count) {
        return new SweepColumn(key, label, Unit.JOBS, Better.NEITHER, run -> count.apply(run.jobs()));
    }
}
