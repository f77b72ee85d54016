package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Applies defaults to pod specifications and validates them, and caches the latest results.
///
/// Pods of a Job have equal specifications. They share one object that was defaulted and validated for the first of
/// them, which saves most of the work and memory.
final class PodSpecCache {
    /// So many swarms may be made at a time, by turns. One that differs is mostly told by its first field.
    private static final int REMEMBERED = 4;

    private final UnaryOperator<JsonObject> completion;
    private final Function<JsonObject, List<Cause>> check;
    private final AtomicReferenceArray<@Nullable Known> recent = new AtomicReferenceArray<>(REMEMBERED);
    private final AtomicInteger count = new AtomicInteger();

    /// Servers of several threads may share it: whatever they make of a specification is the same.
    private static final class Known {
        private final JsonObject given;
        private final JsonObject completed;
        private volatile @Nullable List<Cause> errors;

        private Known(JsonObject given, JsonObject completed) {
            this.given = given;
            this.completed = completed;
        }
    }

    PodSpecCache(UnaryOperator<JsonObject> completion, Function<JsonObject, List<Cause>> check) {
        this.completion = completion;
        this.check = check;
    }

    JsonObject completed(JsonObject given) {
        for (int i = 0; i < REMEMBERED; i++) {
            Known known = recent.get(i);
            if (known != null && known.given.equals(given)) {
                return known.completed;
            }
        }
        JsonObject completed = completion.apply(given);
        recent.set(Math.floorMod(count.getAndIncrement(), REMEMBERED), new Known(given, completed));
        return completed;
    }

    /// What is wrong with one that may have been completed here.
    @SuppressWarnings("ReferenceEquality") // what was completed here and not changed since is the very same
    List<Cause> validate(JsonObject spec) {
        for (int i = 0; i < REMEMBERED; i++) {
            Known known = recent.get(i);
            if (known != null && known.completed == spec) {
                return validate(known);
            }
        }
        return check.apply(spec);
    }

    private List<Cause> validate(Known known) {
        List<Cause> errors = known.errors;
        if (errors == null) {
            errors = List.copyOf(check.apply(known.completed));
            known.errors = errors;
        }
        return errors;
    }
}
