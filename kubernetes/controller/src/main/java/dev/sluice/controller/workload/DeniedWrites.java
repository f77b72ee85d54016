package dev.sluice.controller.workload;

/// Writes that the API server, a policy or another program's webhook denies. The job waits again, with the engine's
/// back-off; its user is told whenever the reason changes. After some attempts it is held.
///
/// The hold is written on the object. If that is denied too, the job is held until its object changes or the scheduler
/// restarts.
record DeniedWrites(Surroundings here) {
    /// With the back-off of the engine these span about five minutes: a webhook that is being rolled out has settled by
    /// then.
    static final int ATTEMPTS_MAX = 5;

    /// Notes that a write was denied.
    void note(Workload work, String why) {
        if (!why.equals(work.denial)) {
            work.denial = why;
            here.notices().warning(work.ref, "WriteDenied", why);
        }
        work.denials++;
        if (work.denials >= ATTEMPTS_MAX && work.heldFor.isEmpty()) {
            work.heldFor = "the API server denied its start %d times: %s".formatted(work.denials, why);
            here.notices().warning(work.ref, "Held", work.heldFor);
        }
    }

    /// Notes that a write which starts the job was accepted.
    static void accepted(Workload work) {
        work.denials = 0;
        work.denial = "";
    }

    /// Lets a job try again whose object has changed.
    static void forget(Workload work) {
        accepted(work);
        work.heldFor = "";
        work.isHoldDenied = false;
    }
}
