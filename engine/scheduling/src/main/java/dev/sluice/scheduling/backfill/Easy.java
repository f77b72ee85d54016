package dev.sluice.scheduling.backfill;

/// The first in line who does not fit gets a reservation; who fits beside it may go ahead (EASY; Lifka 1995).
public final class Easy implements SchedulingPolicy {
    private static final HeadReservations ONE = new HeadReservations(1);

    @Override
    public String name() {
        return "easy";
    }

    @Override
    public void run(Pass pass) {
        ONE.run(pass);
    }
}
