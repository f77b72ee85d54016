package dev.sluice.scheduling.backfill;

import dev.sluice.scheduling.order.ScanOrder;
import dev.sluice.scheduling.predict.Estimator;
import dev.sluice.scheduling.predict.RecentRuns;

/// EASY in which the shortest go ahead first, by what their users' last jobs took rather than by what they say
/// (EASY++; Tsafrir, Etsion and Feitelson 2007). The wall time stays what ends a job.
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
