package dev.sluice.scheduling.backfill;

/// Between EASY and conservative backfilling: the first N jobs that do not fit get reservations. With N = 1 it is
/// EASY.
public final class Hybrid implements SchedulingPolicy {
    private final HeadReservations reservations;

    public Hybrid(int reservations) {
        if (reservations < 1) {
            throw new IllegalArgumentException("reservations (" + reservations + ") are fewer than (1)");
        }
        this.reservations = new HeadReservations(reservations);
    }

    @Override
    public String name() {
        return "hybrid:" + reservations.count();
    }

    @Override
    public void run(Pass pass) {
        reservations.run(pass);
    }
}
