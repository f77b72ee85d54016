package dev.sluice.scheduling.backfill;

/// EASY backfilling (Lifka 1995): the first job that does not fit gets a reservation; later jobs may start if they do
/// not delay it.
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
