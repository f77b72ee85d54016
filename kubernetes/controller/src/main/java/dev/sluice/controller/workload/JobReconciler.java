package dev.sluice.controller.workload;

import dev.sluice.controller.call.Call;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Times;
import dev.sluice.queue.JobState;
import dev.sluice.queue.image.JobTable;
import dev.sluice.runtime.time.Clock;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.Event;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// Compares a Job with the engine's state and makes them agree, one call at a time.
///
/// | the engine says | the Job is | then |
/// |---|---|---|
/// | waits | suspended | nothing; the annotation `hold` decides whether it is held |
/// | waits, or runs an earlier attempt | released by us | the records are older than the cluster: it is adopted |
/// | waits | not suspended | its user has let it go: its pods are queued one by one, until it is suspended again |
/// | runs, attempt n | suspended, released before for less than n | release it, unless it is held by now; if its spec
/// has changed, it is decided anew |
/// | runs, attempt n | suspended, released for n | it was undone or its user suspended it: it waits again |
/// | runs | not suspended | bind or pin its pods as they appear; undo it if none of them starts |
/// | is stopped | not finished | set its deadline to now |
/// | is stopped | suspended by its user | its job ends; it is queued anew, held |
/// | any | suspended and about to be deleted | as if it were gone |
/// | any | finished or gone, and no pod holds a node | it has ended, as its last state says |
///
/// A job that is stopped, undone, finished or gone releases each place as its pod ends.
///
/// All of it follows from the engine's durable state and the Job's present state, so a restarted scheduler, which has
/// forgotten which calls were under way, does the same.
final class JobReconciler {
    /// Names of a Job's conditions.
    private static final String COMPLETE = "Complete";

    private final Engine engine;
    private final Clock clock;
    private final Consumer<Event> events;
    private final Consumer<Workload> again;
    private final ObjectCalls calls;
    private final Submissions submissions;
    private final PodPlaces places;
    private final PodBindings bindings;
    private final StartTimeouts timeouts;
    private final Notices notices;
    private final Consumer<Workload> past;
    private final DeniedWrites denied;

    /// @param past removes a Job whose job has ended, and looks at it anew
    JobReconciler(
            Surroundings here,
            Submissions submissions,
            PodPlaces places,
            PodBindings bindings,
            Consumer<Workload> past) {
        this.past = past;
        this.engine = here.engine();
        this.clock = here.clock();
        this.events = here.events();
        this.again = here.again();
        this.calls = new ObjectCalls(here);
        this.submissions = submissions;
        this.places = places;
        this.bindings = bindings;
        this.timeouts = new StartTimeouts(here);
        this.notices = here.notices();
        this.denied = new DeniedWrites(here);
    }

    void reconcile(Workload work) {
        int index = engine.table().indexOf(work.id);
        if (index == JobTable.NO_JOB) {
            return;
        }
        JobState state = engine.table().state(index);
        Job job = work.job;
        if (work.isGone || (job != null && job.isSuspended() && KubeObjects.isTerminating(job.json()))) {
            places.releaseFree(work);
            gone(work, state);
        } else if (job != null && job.isFinished()) {
            places.releaseFree(work);
            finished(work, job);
        } else if (job != null) {
            switch (state) {
                case HELD, WAITING -> waiting(work, job, state);
                case RUNNING -> running(work, job);
                case STOPPING -> {
                    if (work.isToStop) {
                        stopping(work, job);
                    }
                }
                default -> {}
            }
        }
    }

    /// What the last state says counts. A Job that was deleted before it finished was cancelled; if its last state
    /// is not known, neither is its outcome.
    private void gone(Workload work, JobState state) {
        Job last = work.last;
        if (last != null && last.isFinished()) {
            finished(work, last);
        } else if (work.isUnobserved && !state.isWaiting()) {
            if (work.holding == 0) {
                events.accept(new Event.JobVanished(work.id));
            }
        } else if (state.isWaiting() || (state == JobState.RUNNING && work.holding > 0)) {
            events.accept(new Event.JobCancelled(work.id));
        } else if (work.holding == 0) {
            if (state == JobState.RUNNING) {
                events.accept(new Event.JobCancelled(work.id));
            }
            events.accept(new Event.JobFailed(work.id));
        }
    }

    private void finished(Workload work, Job job) {
        if (work.holding == 0) {
            boolean isComplete = Conditions.isTrue(job.json(), COMPLETE);
            events.accept(isComplete ? new Event.JobFinished(work.id) : EndCauses.failed(work, job));
            String refusals = EndCauses.refusals(work);
            if (!isComplete && !refusals.isEmpty()) {
                notices.warning(work.ref, "Failed", refusals);
            }
        }
    }

    private void waiting(Workload work, Job job, JobState state) {
        int lost = engine.table().lostCount(engine.table().indexOf(work.id));
        if (ReleasedWork.isReleased(job, lost)) {
            adopt(work);
            return;
        }
        if (!job.isSuspended()) {
            events.accept(new Event.JobCancelled(work.id));
            past.accept(work);
            return;
        }
        if (Workload.attemptOf(job) > lost) {
            events.accept(new Event.AttemptsSeen(work.id, Workload.attemptOf(job)));
        }
        if (work.isReturned) {
            // What it has completed meanwhile counts.
            work.isReturned = false;
            submissions.changed(work, job.json());
        }
        String hold = work.heldBy(job.json());
        if (!work.heldFor.isEmpty() && hold.isEmpty()) {
            if (state == JobState.WAITING) {
                places.includeAll(work);
                events.accept(new Event.JobHeld(work.id, work.heldFor));
            }
            if (!work.isBusy && !work.isHoldDenied) {
                call(work, JobWrites.annotate(job, SluiceNames.HOLD, work.heldFor));
            }
            return;
        }
        if (!hold.isEmpty() && state == JobState.WAITING) {
            places.includeAll(work);
            events.accept(new Event.JobHeld(work.id, hold));
            notices.normal(work.ref, "Held", hold);
        } else if (hold.isEmpty() && state == JobState.HELD) {
            events.accept(new Event.JobReleased(work.id));
        }
    }

    /// Its attempt is newer than the records.
    private void adopt(Workload work) {
        work.found = engine.table().job(engine.table().indexOf(work.id));
        again.accept(work);
    }

    private void running(Workload work, Job job) {
        if (work.isSuspendedAgain()) {
            places.releaseFree(work);
        }
        if (work.released == 0 || work.isBusy) {
            return;
        }
        if (ReleasedWork.isReleased(job, work.released)) {
            adopt(work);
            return;
        }
        if (job.isSuspended()) {
            if (work.isSuspendedAgain()) {
                suspendedAgain(work, job);
            } else if (!work.heldBy(job.json()).isEmpty()) {
                hold(work, job);
            } else if (!submissions.decideAnew(work, job)) {
                release(work, job);
            }
            return;
        }
        timeouts.watch(work);
        if (work.undo.isEmpty() && timeouts.isOver(work)) {
            work.undo = timeouts.reason(work);
            work.isLate = true;
            places.suspect(work);
        }
        if (!work.undo.isEmpty() && !work.hasStarted) {
            undo(work, job);
            return;
        }
        work.undo = "";
        work.isLate = false;
        places.balance(work, job);
        bindings.place(work);
    }

    private void release(Workload work, Job job) {
        List<String> nodes = work.nodes();
        Call call = JobWrites.release(job, work.released, nodes, wallSeconds(work));
        call(work, call, now -> {
            if (!now.isSuspended()) {
                notices.normal(work.ref, "Released", "attempt " + work.released + " on " + JobWrites.hostlist(nodes));
            }
        });
    }

    /// Its user has held it since the decision.
    private void hold(Workload work, Job job) {
        String hold = work.heldBy(job.json());
        events.accept(new Event.JobLost(work.id, hold));
        events.accept(new Event.JobHeld(work.id, hold));
        notices.normal(work.ref, "Held", hold);
        work.clearAttempt();
    }

    private void undo(Workload work, Job job) {
        int late = work.isLate ? Workload.startFailuresOf(job) + 1 : 0;
        String hold = late < StartTimeouts.ATTEMPTS_MAX ? work.heldFor : work.undo + ", in " + late + " attempts";
        if (!hold.isEmpty()) {
            work.suspects.clear();
        }
        call(work, JobWrites.undo(job, work.released, late, hold), now -> undone(work, now));
    }

    private void undone(Workload work, Job job) {
        if (job.isSuspended()) {
            notices.warning(work.ref, "Undone", "attempt " + work.released + ": " + work.undo);
        }
    }

    /// The Job was released and is suspended again: by us, or by its user.
    private void suspendedAgain(Workload work, Job job) {
        if (work.holding > 0 || work.placed > 0) {
            // Pods that are bound, or may be at any moment, are about to be deleted.
            return;
        }
        boolean isByUser = Workload.undoneOf(job) < Workload.attemptOf(job);
        if (isByUser) {
            call(work, JobWrites.holdSuspended(job, work.hasStarted));
            return;
        }
        String hold = Workload.holdOf(job.json());
        events.accept(work.lost(hold));
        if (!hold.isEmpty()) {
            places.includeAll(work);
            events.accept(new Event.JobHeld(work.id, hold));
        }
        work.clearAttempt();
    }

    private void stopping(Workload work, Job job) {
        places.releaseFree(work);
        if (job.isSuspended()) {
            if (work.holding == 0 && Workload.attemptOf(job) < work.released) {
                // It was never released, so nothing of it has run.
                events.accept(new Event.JobLost(work.id));
                work.clearAttempt();
            } else if (work.holding == 0 && !work.isBusy) {
                stoppedAndSuspended(work, job);
            }
            return;
        }
        long started = Times.parse(job.json().text("status", "startTime"), clock.nowNanos());
        long elapsed = Math.max(1, (clock.nowNanos() - started) / Clock.NANOS_PER_SECOND);
        long deadline = job.json().number(Long.MAX_VALUE, "spec", "activeDeadlineSeconds");
        if (deadline > elapsed && !work.isBusy) {
            call(work, JobWrites.stop(job, elapsed));
        }
    }

    /// Its user has suspended the Job before it was stopped. Its job ends, and it is queued anew, held.
    private void stoppedAndSuspended(Workload work, Job job) {
        if (Workload.undoneOf(job) < Workload.attemptOf(job)) {
            call(work, JobWrites.holdSuspended(job, work.hasStarted));
            return;
        }
        events.accept(new Event.JobFailed(work.id));
        past.accept(work);
    }

    /// Returns the Job's wall time, if it has one.
    private OptionalLong wallSeconds(Workload work) {
        dev.sluice.queue.Job queued = engine.table().job(engine.table().indexOf(work.id));
        return !queued.hasWallTime()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.ceilDiv(queued.wallNanos(), Clock.NANOS_PER_SECOND));
    }

    private void call(Workload work, Call call) {
        call(work, call, _ -> {});
    }

    /// @param then gets the Job as it is after the call
    private void call(Workload work, Call call, Consumer<Job> then) {
        calls.start(
                work,
                work.job == null ? JsonObject.EMPTY : work.job.json(),
                call,
                JobWrites.read(work.ref.key()),
                new ObjectCalls.Ends(
                        json -> {
                            Job now = new Job(json);
                            JsonObject before = work.job == null ? JsonObject.EMPTY : work.job.json();
                            if (!work.isGone && Workload.isNewer(json, before)) {
                                DeniedWrites.changed(work, before, json);
                                work.job = now;
                            }
                            then.accept(now);
                        },
                        why -> refused(work, why)));
    }

    /// The server will not have what was decided: a job that is to start waits again, with a back-off.
    private void refused(Workload work, String why) {
        int index = engine.table().indexOf(work.id);
        boolean isUnreleased = work.job != null && Workload.attemptOf(work.job) < work.released;
        if (index != JobTable.NO_JOB && engine.table().isRunning(index) && isUnreleased) {
            denied.noteStart(work, why);
            events.accept(new Event.JobLost(work.id, why));
            work.clearAttempt();
            return;
        }
        denied.tell(work, why);
        work.isHoldDenied |=
                index != JobTable.NO_JOB && engine.table().state(index).isWaiting();
    }
}
