package dev.sluice.controller.call;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import java.util.function.Function;

/// A request to the API server.
///
/// @param what for logs: `bind lab/train-0-x7`
/// @param kind when it may be started
public record Call(String what, Kind kind, Function<Kube, JsonObject> request) {

    /// What becomes of a call while this process may not act.
    public enum Kind {
        /// Changes nothing, so it is started at any time.
        READ,
        /// Tells of something that has happened, such as an Event. It waits, and is started as it is.
        NOTE,
        /// Follows from a decision, which time may overtake. It is not started later: what is to be done is decided
        /// again.
        WRITE
    }

    public Call(String what, Function<Kube, JsonObject> request) {
        this(what, Kind.WRITE, request);
    }

    public static Call read(String what, Function<Kube, JsonObject> request) {
        return new Call(what, Kind.READ, request);
    }

    public static Call note(String what, Function<Kube, JsonObject> request) {
        return new Call(what, Kind.NOTE, request);
    }
}
