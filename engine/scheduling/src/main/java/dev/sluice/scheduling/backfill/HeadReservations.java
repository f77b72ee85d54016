package dev.sluice.scheduling.backfill;

/// The first in line who do not fit get reservations, so many of them; everybody else may go who fits beside
/// these.
///
/// The reservations are kept from pass to pass. As long as nothing becomes free and nothing gets worse, those
/// who did not fit still do not: the past grows, the room ahead of a reservation shrinks. Then only newcomers
/// are looked at.
///
/// @param count how many get a reservation
record HeadReservations(int count) {

    void run(Pass pass) {
        if (canOnlyNewcomersGo(pass)) {
            for (int i = 0; i < pass.changes().arrivedCount(); i++) {
                int job = pass.changes().arrived(i);
                if (pass.isInLine(job)) {
                    pass.tryStart(job, true);
                }
            }
        } else {
            lookAtAll(pass);
        }
    }

    private boolean canOnlyNewcomersGo(Pass pass) {
        if (pass.changes().isFreed(pass.now()) || pass.changes().isWorsened() || pass.planCount() < count) {
            return false;
        }
        // One newcomer keeps this simple: several would have to be tried in the order of the scan.
        if (pass.changes().arrivedCount() != 1 || !pass.isInLine(pass.changes().arrived(0))) {
            return pass.changes().arrivedCount() == 0;
        }
        return pass.isBefore(pass.lastPlannedInLine(), pass.changes().arrived(0));
    }

    /// Whether the one reservation there is would be made again as it is.
    private boolean isHeadWhereItIs(Pass pass) {
        return count == 1
                && pass.planCount() == 1
                && !pass.changes().isWorsened()
                && pass.firstPlanned() == pass.first()
                && !pass.mayBeEarlier(pass.firstPlanned());
    }

    private void lookAtAll(Pass pass) {
        if (isHeadWhereItIs(pass)) {
            pass.scan();
            return;
        }
        pass.dropPlans();
        int job = pass.first();
        while (job != Pass.NO_JOB && pass.tryStart(job, false)) {
            job = pass.first();
        }
        boolean isKnownNotToFit = true;
        while (job != Pass.NO_JOB && pass.planCount() < count) {
            int next = pass.next(job);
            if (isKnownNotToFit || !pass.tryStart(job, true)) {
                // Without effect for one whom the machine as it stands can never serve.
                pass.reserve(job);
            }
            isKnownNotToFit = false;
            job = next;
        }
        if (job != Pass.NO_JOB) {
            pass.scan();
        }
    }
}
