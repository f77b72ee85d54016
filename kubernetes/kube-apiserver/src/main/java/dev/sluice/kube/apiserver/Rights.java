package dev.sluice.kube.apiserver;

import dev.sluice.kube.apiserver.access.Escalation;
import dev.sluice.kube.apiserver.verb.Admission;
import dev.sluice.kube.json.JsonObject;

/// Nobody grants by a write what he has not.
record Rights(Escalation escalation) implements Admission {
    @Override
    public JsonObject changed(Write write) {
        return write.object();
    }

    @Override
    public void check(Write write) {
        if (write.operation() != Operation.DELETE && write.subresource().isEmpty()) {
            escalation.check(write.type(), write.object(), write.old());
        }
    }
}
