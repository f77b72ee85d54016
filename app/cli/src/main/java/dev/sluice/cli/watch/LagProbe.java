package dev.sluice.cli.watch;

import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.Source;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Times;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.ForwardingWatch;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
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
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

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

    /// The last mark of each object, by UID: most changes leave it as it is. Any informer's thread may write it.
    private final Map<String, Long> known = new ConcurrentHashMap<>();

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

    /// Returns the server, with watches that note marked objects.
    Kube noting(Kube server) {
        return new ForwardingKube(server) {
            @Override
            public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
                return new Noting(super.watch(type, namespace, options, wake), options.initialEvents());
            }
        };
    }

    private final class Noting extends ForwardingWatch {
        /// Whether the objects are those that were there before: when they were marked says nothing of the lag.
        private boolean isInitial;

        Noting(KubeWatch watch, boolean isInitial) {
            super(watch);
            this.isInitial = isInitial;
        }

        @Override
        public Optional<WatchEvent> poll() {
            Optional<WatchEvent> event = super.poll();
            event.ifPresent(this::note);
            return event;
        }

        private void note(WatchEvent event) {
            JsonObject object = event.object();
            switch (event.type()) {
                case ADDED, MODIFIED -> noteMark(object, isInitial);
                case DELETED -> known.remove(KubeObjects.uid(object));
                case BOOKMARK ->
                    isInitial &= !object.text("metadata", "annotations", INITIAL_EVENTS_END)
                            .equals("true");
                case ERROR -> {
                    // Has no object.
                }
            }
        }
    }

    private void noteMark(JsonObject object, boolean isInitial) {
        String text = object.text("metadata", "annotations", WRITTEN_AT);
        long written = text.isEmpty() ? NEVER : Times.parse(text, NEVER);
        if (written == NEVER) {
            return;
        }
        Long before = known.put(KubeObjects.uid(object), written);
        if (!isInitial && (before == null || before != written)) {
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
