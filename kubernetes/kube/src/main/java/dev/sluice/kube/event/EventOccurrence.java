package dev.sluice.kube.event;

import dev.sluice.kube.json.JsonObject;

/// An occurrence to be recorded as an event.
///
/// @param component the reporting component
/// @param host the reporting host; empty if there is none
/// @param object the reference to the object concerned
record EventOccurrence(
        String component, String host, JsonObject object, String type, String reason, String message, long nowNanos) {

    /// The key of identical events: source, object, reason and message.
    String key() {
        return aggregateKey() + "\0" + object.text("fieldPath") + "\0" + message;
    }

    /// The key of similar events: the same without the message.
    String aggregateKey() {
        return subjectKey() + "\0" + type + "\0" + reason;
    }

    /// The key of the rate limit: source and object.
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

    EventOccurrence withMessage(String otherMessage) {
        return new EventOccurrence(component, host, object, type, reason, otherMessage, nowNanos);
    }
}
