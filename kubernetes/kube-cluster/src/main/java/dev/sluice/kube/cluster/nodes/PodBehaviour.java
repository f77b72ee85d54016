package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.Durations;
import dev.sluice.kube.cluster.nodes.PodStatuses.Exit;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.runtime.time.Clock;

/// How long a pod runs and how it ends, as its annotations say.
///
/// | annotation | meaning |
/// |---|---|
/// | `sluice.dev/run-for` | how long its containers run: `90s`, `1h30m` or `forever` |
/// | `sluice.dev/ends-with-gang` | a number of pods: that time counts only from when so many of its controller run |
/// | `sluice.dev/exit-code` | how they end; 0 unless said |
/// | `sluice.dev/exit-reason` | what the status calls it, such as `OOMKilled` |
/// | `sluice.dev/stop-after` | how long they take to end when asked to; a second unless said |
///
/// Without `run-for`, pods with the restart policy `Always` run on and others run as long as the fleet's default.
///
/// @param runForNanos the fleet's default, see [FleetSettings#runForNanos]
record PodBehaviour(JsonObject pod, long runForNanos) {
    static final String RUN_FOR = "sluice.dev/run-for";
    private static final String ENDS_WITH_GANG = "sluice.dev/ends-with-gang";
    private static final String EXIT_CODE = "sluice.dev/exit-code";
    private static final String EXIT_REASON = "sluice.dev/exit-reason";
    private static final String STOP_AFTER = "sluice.dev/stop-after";

    /// What a process that is told to end, and does, is shown with: 128 and the signal's number.
    private static final int TERMINATED = 143;

    /// How long containers wait before they are started a second time, a third …
    private static final long FIRST_RESTART_NANOS = 10 * Clock.NANOS_PER_SECOND;

    private static final long LONGEST_RESTART_NANOS = 300 * Clock.NANOS_PER_SECOND;
    private static final int DOUBLINGS_MAX = 6;

    long endNanos(long startNanos) {
        long nanos = runNanos();
        return nanos == RunningPod.NEVER_NANOS ? nanos : startNanos + nanos;
    }

    private long runNanos() {
        String text = pod.text("metadata", "annotations", RUN_FOR);
        long otherwise = isRestartedAlways() ? RunningPod.NEVER_NANOS : runForNanos;
        return Durations.parseOrForever(text).orElse(otherwise);
    }

    private boolean isRestartedAlways() {
        String policy = pod.text("spec", "restartPolicy");
        return policy.isEmpty() || policy.equals("Always");
    }

    long stopNanos() {
        return duration(STOP_AFTER, Clock.NANOS_PER_SECOND);
    }

    private long duration(String annotation, long otherwise) {
        return Durations.parse(pod.text("metadata", "annotations", annotation)).orElse(otherwise);
    }

    Exit exit() {
        long code = code();
        String reason = pod.text("metadata", "annotations", EXIT_REASON);
        return new Exit(code, reason.isEmpty() ? code == 0 ? "Completed" : "Error" : reason);
    }

    static Exit killed() {
        return new Exit(TERMINATED, "Error");
    }

    /// Returns how many pods must run at the same time before this one can end; 0 if it does not depend on others.
    long gangSize() {
        return number(ENDS_WITH_GANG);
    }

    private long code() {
        return number(EXIT_CODE);
    }

    private long number(String annotation) {
        try {
            return Integer.parseInt(pod.text("metadata", "annotations", annotation));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    boolean isRestarted(Exit exit) {
        return switch (pod.text("spec", "restartPolicy")) {
            case "Never" -> false;
            case "OnFailure" -> exit.code() != 0;
            default -> true;
        };
    }

    static long restartDelay(long restartsBefore) {
        if (restartsBefore == 0) {
            return 0;
        }
        int doublings = (int) Math.min(restartsBefore - 1, DOUBLINGS_MAX);
        return Math.min(FIRST_RESTART_NANOS << doublings, LONGEST_RESTART_NANOS);
    }
}
