package dev.sluice.controller.sync;

import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.runtime.step.Step;

/// Lets an informer work and puts what it sees into the inbox.
final class InformerFeed implements Step, InformerHandler {
    private final Source source;
    private final Informer informer;
    private final DeltaInbox inbox;
    private long passed;

    InformerFeed(Source source, Informer informer, DeltaInbox inbox) {
        this.source = source;
        this.informer = informer;
        this.inbox = inbox;
        informer.addHandler(this);
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
        int done = informer.work(nowNanos);
        long version = informer.version();
        if (version != passed) {
            passed = version;
            inbox.passed(source, version);
        }
        return done;
    }

    @Override
    public void onAdd(JsonObject object) {
        inbox.add(source, object, false);
    }

    @Override
    public void onUpdate(JsonObject before, JsonObject object) {
        inbox.add(source, object, false);
    }

    @Override
    public void onDelete(JsonObject last) {
        inbox.add(source, last, true);
    }
}
