package dev.sluice.controller.sync;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.scheduling.Event;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Changes of objects, and other events, on their way from the informers' threads to the engine's.
///
/// Several changes of one object, identified by its UID, become one: the engine needs the last state only. Deltas
/// keep the order in which their objects first changed, so that the deletion of a node precedes its registration
/// with another UID.
public final class DeltaInbox {

    /// The last state of an object that has changed, or the final state of one that is gone.
    ///
    /// @param isMissed whether it is gone and its final state is not known: the object is as it was last seen
    public record Delta(Source source, JsonObject object, boolean isGone, boolean isMissed) {
        /// The present state of an object.
        public static Delta changed(Source source, JsonObject object) {
            return new Delta(source, object, false, false);
        }

        /// The final state of an object that is gone.
        public static Delta gone(Source source, JsonObject last) {
            return new Delta(source, last, true, false);
        }

        /// An object that is gone and whose final state is not known.
        static Delta missed(Source source, JsonObject last) {
            return new Delta(source, last, true, true);
        }
    }

    /// What has arrived since the batch before.
    ///
    /// @param events of another origin
    /// @param answers of calls, to be run on the engine's thread
    /// @param versions by source: the resource version up to which all changes are in this batch or an earlier one
    /// @param unseenSinceNanos since when a source of the machine could not be followed; [#NEVER_NANOS] if all
    ///     can
    record Batch(
            List<Delta> deltas,
            List<Event> events,
            List<Runnable> answers,
            Map<Source, Long> versions,
            long unseenSinceNanos) {
        static final long NEVER_NANOS = Long.MAX_VALUE;

        static final Batch EMPTY = new Batch(List.of(), List.of(), List.of(), Map.of(), NEVER_NANOS);
    }

    private final Runnable wake;
    private Map<String, Delta> pending = new LinkedHashMap<>();
    private List<Event> events = new ArrayList<>();
    private List<Runnable> answers = new ArrayList<>();
    private Map<Source, Long> versions = Map.of();

    /// Since when sources could not be followed.
    private final Map<Source, Long> behindSince = new EnumMap<>(Source.class);

    private long received;

    /// @param wake makes the engine's crank turn
    public DeltaInbox(Runnable wake) {
        this.wake = wake;
    }

    /// Adds the changes of a source up to a version, all at once: a batch has either all that a list tells or
    /// none of it. Any thread may call this.
    public void addAll(Source source, List<Delta> deltas, long version) {
        synchronized (this) {
            received += deltas.size();
            deltas.forEach(delta -> pending.put(KubeObjects.uid(delta.object()), delta));
            if (version != versions.getOrDefault(source, 0L)) {
                // A copy, since batches share it.
                Map<Source, Long> next = new EnumMap<>(Source.class);
                next.putAll(versions);
                next.put(source, version);
                versions = Collections.unmodifiableMap(next);
            }
        }
        wake.run();
    }

    /// A source cannot be followed any more: from now on changes may be missing. Any thread may call this.
    void fallsBehind(Source source, long nowNanos) {
        synchronized (this) {
            behindSince.put(source, nowNanos);
        }
    }

    /// A source can be followed again, and what was missed has been added. Any thread may call this.
    void caughtUp(Source source) {
        synchronized (this) {
            behindSince.remove(source);
        }
        wake.run();
    }

    /// Adds an event of another origin, such as a submission. Any thread may call this.
    public void tell(Event event) {
        synchronized (this) {
            events.add(event);
        }
        wake.run();
    }

    /// Runs an answer on the engine's thread. Any thread may call this.
    public void answer(Runnable answer) {
        synchronized (this) {
            answers.add(answer);
        }
        wake.run();
    }

    /// Removes and returns all that is here.
    synchronized Batch take() {
        List<Delta> deltas = pending.isEmpty() ? List.of() : new ArrayList<>(pending.values());
        if (!deltas.isEmpty()) {
            pending = new LinkedHashMap<>();
        }
        List<Event> told = events;
        if (!told.isEmpty()) {
            events = new ArrayList<>();
        }
        List<Runnable> answered = answers;
        if (!answered.isEmpty()) {
            answers = new ArrayList<>();
        }
        long unseenSince = Batch.NEVER_NANOS;
        for (Source source : Source.OF_MACHINE) {
            unseenSince = Math.min(unseenSince, behindSince.getOrDefault(source, Batch.NEVER_NANOS));
        }
        return new Batch(deltas, List.copyOf(told), List.copyOf(answered), versions, unseenSince);
    }

    /// Returns how many changes have been added.
    public synchronized long received() {
        return received;
    }
}
