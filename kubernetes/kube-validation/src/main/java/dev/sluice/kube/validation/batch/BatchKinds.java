package dev.sluice.kube.validation.batch;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `batch`.
public final class BatchKinds {
    public static final List<Kind> ALL = List.of(
            new Kind("jobs.batch", new JobStrategy(), BatchColumns.JOBS),
            new Kind("cronjobs.batch", new CronJobStrategy(), BatchColumns.CRON_JOBS));

    private BatchKinds() {}
}
