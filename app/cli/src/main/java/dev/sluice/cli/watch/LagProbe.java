package dev.sluice.cli.watch;

import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.Source;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Times;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// Measures how far the engine is behind the API server: a pod that is annotated with the moment of its writing tells.
///
/// The informers' threads note marked pods; the engine's thread, as a step after the engine's, sees when they are
/// handled.
final class LagProbe implements Step {
    /// A moment such as `2026-01-31T12:00:00.123456Z`, set by the program that wants to know.
    static final String WRITTEN_AT = "sluice.dev/written-at";

    private static final long NEVER = Long.MIN_VALUE;

    private record Mark(long version, long writtenNanos) {}

    /// What was measured so far.
    ///
    /// @param lastNanos of the last sample
    record Lag(int samples, long lastNanos, long sumNanos, long maxNanos) {
        static final Lag NONE = new Lag(0, 0, 0, 0);

        Lag plus(long nanos) {
            return new Lag(samples + 1, nanos, sumNanos + nanos, Math.max(maxNanos, nanos));
        }
    }

    private final Clock clock;
    private final Queue<Mark> marks = new ConcurrentLinkedQueue<>();
    private volatile Lag lag = Lag.NONE;

    /// Set before the engine's crank starts.
    private @Nullable ClusterSync sync;

    LagProbe(Clock clock) {
        this.clock = clock;
    }

    void of(ClusterSync followed) {
        this.sync = followed;
    }

    /// Returns what was measured so far. Any thread may ask.
    Lag lag() {
        return lag;
    }

    /// Notes an object of a watch, if it is marked.
    void seen(JsonObject object) {
        String text = object.text("metadata", "annotations", WRITTEN_AT);
        long written = text.isEmpty() ? NEVER : Times.parse(text, NEVER);
        if (written != NEVER) {
            marks.add(new Mark(Informer.versionNumber(KubeObjects.resourceVersion(object)), written));
        }
    }

    @Override
    public String name() {
        return "lag";
    }

    @Override
    public int work(long nowNanos) {
        if (sync == null) {
            return 0;
        }
        int done = 0;
        long reached = sync.version(Source.FOREIGN_PODS);
        for (Mark mark = marks.peek(); mark != null && mark.version() <= reached; mark = marks.peek()) {
            marks.poll();
            lag = lag.plus(clock.nowNanos() - mark.writtenNanos());
            done++;
        }
        return done;
    }
}
