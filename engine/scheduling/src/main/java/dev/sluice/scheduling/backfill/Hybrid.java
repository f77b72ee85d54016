package dev.sluice.scheduling.backfill;

/// Between EASY and conservative: the first so many who do not fit get reservations. With one of them it is EASY.
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
