package dev.sluice.scheduling.backfill;

import dev.sluice.scheduling.order.ScanOrder;

/// EASY with shortest-job backfilling first.
public final class EasySjbf implements SchedulingPolicy {
    private static final HeadReservations ONE = new HeadReservations(1);

    @Override
    public String name() {
        return "easy-sjbf";
    }

    @Override
    public void run(Pass pass) {
        ONE.run(pass);
    }

    @Override
    public ScanOrder scanOrder() {
        return ScanOrder.SHORTEST_FIRST;
    }
}
