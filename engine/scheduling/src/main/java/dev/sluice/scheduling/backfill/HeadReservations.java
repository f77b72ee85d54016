package dev.sluice.scheduling.backfill;

/// EASY generalized: the first `count` jobs that do not fit get reservations, and any later job that fits beside
/// these may start.
///
/// Reservations are kept from pass to pass. While nothing becomes free and no reservation is delayed, jobs that did
/// not fit still do not fit: the time before each reservation only shrinks. So such a pass looks at arriving jobs
/// only.
///
/// @param count the number of reservations
record HeadReservations(int count) {

    void run(Pass pass) {
        if (canOnlyArrivalsStart(pass)) {
            for (int i = 0; i < pass.changes().arrivedCount(); i++) {
                int job = pass.changes().arrived(i);
                if (pass.isInLine(job)) {
                    pass.tryStart(job, true);
                }
            }
        } else {
            reserveAndScan(pass);
        }
    }

    private boolean canOnlyArrivalsStart(Pass pass) {
        if (pass.changes().isFreed(pass.now()) || pass.changes().isWorsened() || pass.planCount() < count) {
            return false;
        }
        // One arrival keeps this simple: several would have to be tried in scan order.
        if (pass.changes().arrivedCount() != 1 || !pass.isInLine(pass.changes().arrived(0))) {
            return pass.changes().arrivedCount() == 0;
        }
        return pass.isBefore(pass.lastPlannedInLine(), pass.changes().arrived(0));
    }

    /// Returns whether planning the only reservation again would give the same result.
    private boolean isReservationUnchanged(Pass pass) {
        return count == 1
                && pass.planCount() == 1
                && !pass.changes().isWorsened()
                && pass.firstPlanned() == pass.first()
                && !pass.mayBeEarlier(pass.firstPlanned());
    }

    private void reserveAndScan(Pass pass) {
        if (isReservationUnchanged(pass)) {
            pass.scan();
            return;
        }
        pass.dropPlans();
        int job = pass.first();
        boolean ahead = false;
        while (job != Pass.NO_JOB && pass.planCount() < count && !pass.hasArrivals()) {
            if (!pass.tryStart(job, ahead)) {
                // A job that is passed over is not ahead of any other.
                ahead |= pass.reserve(job) || !pass.isHopeless(job);
            }
            job = pass.next(job);
        }
        if (job != Pass.NO_JOB && !pass.hasArrivals()) {
            pass.scan();
        }
    }
}
