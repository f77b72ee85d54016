package dev.sluice.kube.cluster.event;

import dev.sluice.kube.json.JsonObject;

/// Something that has happened to an object.
///
/// @param component who tells of it
/// @param host where that is; empty if it does not matter
/// @param object the reference to what it is about
record EventOccurrence(
        String component, String host, JsonObject object, String type, String reason, String message, long nowNanos) {

    /// The same by the same to the same, in the same words.
    String key() {
        return aggregateKey() + "\0" + object.text("fieldPath") + "\0" + message;
    }

    /// The same by the same to the same, in whatever words.
    String aggregateKey() {
        return subjectKey() + "\0" + type + "\0" + reason;
    }

    /// By the same to the same.
    String subjectKey() {
        return String.join(
                "\0",
                component,
                host,
                object.text("kind"),
                object.text("namespace"),
                object.text("name"),
                object.text("uid"));
    }

    EventOccurrence saying(String otherMessage) {
        return new EventOccurrence(component, host, object, type, reason, otherMessage, nowNanos);
    }
}
