package dev.sluice.controller.workload;

import dev.sluice.kube.json.JsonObject;

/// Writes that the API server, a policy or another program's webhook denies. The job waits again, with the engine's
/// back-off; its user is told whenever the reason changes. After some attempts in a row of which no container has
/// started it is held.
///
/// The hold is written on the object. If that is denied too, the job is held until its object changes or the scheduler
/// restarts.
record DeniedWrites(Surroundings here) {
    /// With the back-off of the engine these span about five minutes: a webhook that is being rolled out has settled by
    /// then.
    static final int ATTEMPTS_MAX = 5;

    /// Notes that a write was denied without which the job cannot start. An attempt counts once, and is told once,
    /// however many of its pods it concerns.
    void noteStart(Workload work, String why) {
        if (work.deniedAttempt == work.released) {
            return;
        }
        work.deniedAttempt = work.released;
        tell(work, why);
        if (work.hasStarted) {
            return;
        }
        work.denials++;
        if (work.denials >= ATTEMPTS_MAX && work.heldFor.isEmpty()) {
            work.heldFor = "the API server denied its start %d times: %s".formatted(work.denials, why);
            work.told().forEach(ref -> here.notices().warning(ref, "Held", work.heldFor));
        }
    }

    /// Tells of a write that was denied.
    void tell(Workload work, String why) {
        if (!why.equals(work.denial)) {
            work.denial = why;
            work.told().forEach(ref -> here.notices().warning(ref, "WriteDenied", why));
        }
    }

    /// Notes that a container has started.
    static void started(Workload work) {
        work.denials = 0;
        work.deniedAttempt = 0;
        work.denial = "";
    }

    /// Lets a job try again if its hold is on its object, where its user may remove it, or if its object has changed
    /// and the hold could not be written. What we write ourselves, and its status, do not count as changes.
    static void changed(Workload work, JsonObject before, JsonObject now) {
        boolean isWritten = !Workload.holdOf(now).isEmpty();
        if (isWritten
                || (work.isHoldDenied && !before.isEmpty() && !written(before).equals(written(now)))) {
            started(work);
            work.heldFor = "";
            work.isHoldDenied = false;
        }
    }

    private static JsonObject written(JsonObject object) {
        JsonObject metadata =
                object.object("metadata").without("resourceVersion").without("managedFields");
        return object.without("status").with("metadata", metadata);
    }
}
