package dev.sluice.controller.workload;

import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import dev.sluice.runtime.time.Clock;
import dev.sluice.scheduling.reason.Reason;
import dev.sluice.scheduling.reason.Refusals;
import java.util.ArrayDeque;
import java.util.Optional;

/// Tells users of waiting jobs that no node of the cluster, as it is, could run. Such jobs wait: nodes may be added.
final class Unplaceable {
    /// Nodes that register at the same time as a job is submitted are there by then.
    private static final long EVERY_NANOS = 30 * Clock.NANOS_PER_SECOND;

    /// The engine remembers the answer for each shape of request, so this many take a few milliseconds.
    private static final int CHECKS_MAX = 1_000;

    private final Surroundings here;
    private final Refusals refusals;

    /// The workloads to be checked, in rotation. Those that have started or ended leave.
    private final ArrayDeque<Workload> waiting = new ArrayDeque<>();

    private boolean isTimed;

    Unplaceable(Surroundings here) {
        this.here = here;
        this.refusals = new Refusals(here.engine().state(), true);
    }

    /// Checks a workload as long as it waits.
    void add(Workload work) {
        JobTable table = here.engine().table();
        int job = table.indexOf(work.id);
        if (!work.isChecked && job != JobTable.NO_JOB && table.state(job).isWaiting()) {
            work.isChecked = true;
            waiting.add(work);
            schedule();
        }
    }

    private void schedule() {
        if (!isTimed && !waiting.isEmpty()) {
            isTimed = true;
            here.after(EVERY_NANOS, () -> {
                isTimed = false;
                check();
                schedule();
            });
        }
    }

    private void check() {
        int count = Math.min(CHECKS_MAX, waiting.size());
        for (int i = 0; i < count; i++) {
            Workload work = waiting.remove();
            JobTable table = here.engine().table();
            int job = table.indexOf(work.id);
            if (job != JobTable.NO_JOB && table.state(job).isWaiting()) {
                waiting.add(work);
                if (table.state(job) == JobState.WAITING) {
                    tell(work, refusals.never(job));
                }
            } else {
                work.isChecked = false;
            }
        }
    }

    private void tell(Workload work, Optional<Reason> never) {
        String why = never.map(Reason::sentence).orElse("");
        if (!why.isEmpty() && !why.equals(work.unplaceable)) {
            work.told().forEach(ref -> here.notices().warning(ref, "CannotBePlaced", why));
        }
        work.unplaceable = why;
        boolean isBackingOff =
                here.engine().table().retryNanos(here.engine().table().indexOf(work.id)) != JobTable.NEVER;
        if (!why.isEmpty() && work.ref.isJob() && !work.excluded.isEmpty() && !isBackingOff && work.heldFor.isEmpty()) {
            // The default scheduler has found no room on any node that it could run on.
            work.heldFor = "no other node is left" + (work.excludedFor.isEmpty() ? "" : ": " + work.excludedFor);
            here.notices().warning(work.ref, "Held", work.heldFor);
            here.again().accept(work);
        }
    }
}
