package dev.sluice.controller.call;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.Kube;
import java.io.UncheckedIOException;
import java.util.function.Function;

/// How a call ended.
public sealed interface Answer {

    /// The server did as asked.
    record Done(JsonObject object) implements Answer {}

    /// The server refused.
    record Refused(ApiStatus status) implements Answer {}

    /// The server did not answer in time, or the connection broke: it may or may not have done as asked.
    record Unknown(String why) implements Answer {}

    /// The call was not made, since this process could not act when it was decided on.
    record Withheld() implements Answer {}

    /// Makes a request and returns how it ended.
    static Answer to(Function<Kube, JsonObject> request, Kube kube) {
        try {
            return new Done(request.apply(kube));
        } catch (ApiException e) {
            return new Refused(e.status());
        } catch (UncheckedIOException e) {
            return new Unknown(String.valueOf(e.getMessage()));
        }
    }

    /// What is to be done now.
    default Remedy remedy() {
        return switch (this) {
            case Done _ -> Remedy.NONE;
            case Refused refused -> Remedy.of(refused.status());
            case Unknown _ -> Remedy.READ_AGAIN;
            case Withheld _ -> Remedy.DECIDE_AGAIN;
        };
    }

    /// Why a call did not succeed, for logs and reasons.
    default String problem() {
        return switch (this) {
            case Done _ -> "";
            case Refused refused ->
                refused.status().code() + " " + refused.status().reason() + ": "
                        + refused.status().message();
            case Unknown unknown -> unknown.why();
            case Withheld _ -> "not started";
        };
    }
}
