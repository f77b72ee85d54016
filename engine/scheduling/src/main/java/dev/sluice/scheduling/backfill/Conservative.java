package dev.sluice.scheduling.backfill;

/// Conservative backfilling: every job gets a reservation on arrival, and no later arrival delays it.
///
/// The schedule is kept between passes. An arriving job gets the first gap that fits. When a job ends early, the
/// waiting jobs are tried in order: each moves forward if it can start earlier while all others keep their current
/// reservations (compression). When the schedule breaks, because a job exceeds its estimate or a node fails, all
/// reservations are made anew in order.
public final class Conservative implements SchedulingPolicy {
    @Override
    public String name() {
        return "conservative";
    }

    @Override
    public void run(Pass pass) {
        if (pass.changes().isWorsened()) {
            pass.dropPlans();
        } else if (!pass.changes().isFreed(pass.now())) {
            for (int i = 0; i < pass.changes().arrivedCount(); i++) {
                int job = pass.changes().arrived(i);
                if (pass.isInLine(job) && !pass.isPlanned(job) && !pass.isHopeless(job)) {
                    pass.startOrReserve(job, job != pass.first());
                }
            }
            return;
        }
        int job = pass.first();
        boolean ahead = false;
        while (job != Pass.NO_JOB && !pass.hasArrivals()) {
            int next = pass.next(job);
            if (pass.isPlanned(job)) {
                pass.improve(job, ahead);
            } else {
                pass.startOrReserve(job, ahead);
            }
            ahead |= pass.isInLine(job);
            job = next;
        }
    }
}
