package dev.sluice.scheduling.backfill;

/// First come, first served: no backfilling.
public final class Fcfs implements SchedulingPolicy {
    @Override
    public String name() {
        return "fcfs";
    }

    @Override
    public boolean backfills() {
        return false;
    }

    @Override
    public void run(Pass pass) {
        int job = pass.first();
        while (job != Pass.NO_JOB && (pass.tryStart(job, false) || pass.isWithoutProspect(job))) {
            job = pass.first();
        }
    }
}
