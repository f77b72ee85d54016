package dev.sluice.scheduling.backfill;

import dev.sluice.scheduling.order.ScanOrder;
import dev.sluice.scheduling.predict.Estimator;
import dev.sluice.scheduling.predict.RecentRuns;

/// EASY++ (Tsafrir, Etsion and Feitelson 2007): backfills shortest job first, by run times predicted from each user's
/// recent jobs. The wall time still ends a job.
public final class EasyPlusPlus implements SchedulingPolicy {
    private static final HeadReservations ONE = new HeadReservations(1);

    @Override
    public String name() {
        return "easy++";
    }

    @Override
    public void run(Pass pass) {
        ONE.run(pass);
    }

    @Override
    public ScanOrder scanOrder() {
        return ScanOrder.SHORTEST_FIRST;
    }

    @Override
    public Estimator newEstimator() {
        return new RecentRuns();
    }
}
