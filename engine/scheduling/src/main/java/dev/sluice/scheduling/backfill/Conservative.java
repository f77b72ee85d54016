package dev.sluice.scheduling.backfill;

/// Everybody gets a reservation when they come, and nobody's ever moves later because of another one.
///
/// The plan is kept, not made anew. Whoever comes is put where there is room. When somebody is over early,
/// those who wait are asked in order whether they could start earlier than planned, each with all the others
/// where they are by then; who can is moved. When something gets worse, as when a job outlives its estimate or
/// a node fails, the plan is made anew in order, for then no promise can be kept anyway.
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
                if (pass.isInLine(job) && !pass.isPlanned(job)) {
                    pass.startOrReserve(job, job != pass.first());
                }
            }
            return;
        }
        int job = pass.first();
        boolean ahead = false;
        while (job != Pass.NO_JOB) {
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
