package dev.sluice.controller.sync;

import dev.sluice.controller.sync.DeltaInbox.Delta;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.informer.InformerListener;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Timers;
import java.util.ArrayList;
import java.util.List;

/// Lets an informer work and puts what it sees into the inbox: at the end of each turn all of it. So the engine
/// never sees a part of a list, in which objects are gone and those that have replaced them are not there yet.
final class InformerFeed implements Step, InformerHandler, InformerListener {
    /// As often as servers send bookmarks.
    private static final long BOOKMARK_NANOS = 60_000_000_000L;

    private final Source source;
    private final Informer informer;
    private final DeltaInbox inbox;
    private final Timers timers;

    /// What this turn has seen.
    private final List<Delta> seen = new ArrayList<>();

    private long passed;
    private boolean isDue;
    private final SourceListener listener;

    /// Read by other threads.
    private volatile boolean isListed;

    /// Why the source cannot be followed now; empty if it can. Read by other threads.
    private volatile String failure = "";

    /// Whether the source could not be followed, and the inbox has not had yet what was missed.
    private boolean isBehind;

    private long turnNanos;

    InformerFeed(Source source, Informer informer, DeltaInbox inbox, Timers timers, SourceListener listener) {
        this.listener = listener;
        this.source = source;
        this.informer = informer;
        this.inbox = inbox;
        this.timers = timers;
        this.isDue = true;
        informer.addHandler(this);
        informer.tellFailuresTo(this);
    }

    Source source() {
        return source;
    }

    /// Returns whether the source has been listed. Any thread may ask.
    boolean isListed() {
        return isListed;
    }

    /// Returns why the source cannot be followed now; empty if it can. Any thread may ask.
    String failure() {
        return failure;
    }

    Informer informer() {
        return informer;
    }

    @Override
    public String name() {
        return informer.name() + " (" + source + ")";
    }

    @Override
    public int work(long nowNanos) {
        turnNanos = nowNanos;
        int done = informer.work(nowNanos);
        if (!isListed && informer.isSynced()) {
            isListed = true;
        }
        if (isDue && done == 0) {
            isDue = false;
            informer.catchUp();
            timers.schedule(nowNanos + BOOKMARK_NANOS, (_, _) -> isDue = true, 0);
        }
        long version = informer.version();
        if (version != passed || !seen.isEmpty()) {
            passed = version;
            inbox.addAll(source, seen, version);
            seen.clear();
        }
        if (isBehind && done == 0 && failure.isEmpty() && informer.isFollowing()) {
            // Only now: what a watch tells first is what was missed.
            isBehind = false;
            inbox.caughtUp(source);
        }
        return done;
    }

    @Override
    public void fails(String why) {
        boolean isFirst = failure.isEmpty();
        failure = why;
        if (!isBehind) {
            isBehind = true;
            inbox.fallsBehind(source, turnNanos);
        }
        if (isFirst) {
            listener.fails(source, why);
        }
    }

    @Override
    public void worksAgain() {
        failure = "";
        listener.worksAgain(source);
    }

    @Override
    public void onAdd(JsonObject object) {
        seen.add(Delta.changed(source, object));
    }

    @Override
    public void onUpdate(JsonObject before, JsonObject object) {
        seen.add(Delta.changed(source, object));
    }

    @Override
    public void onDelete(JsonObject last) {
        seen.add(Delta.gone(source, last));
    }

    @Override
    public void onMissedDelete(JsonObject last) {
        seen.add(Delta.missed(source, last));
    }
}
