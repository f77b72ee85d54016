package dev.sluice.kube.validation.events;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Core Events. Old ones have a count, those of `events.k8s.io` an event time and a reporter.
public final class EventStrategy implements KindStrategy {
    private static final int TEXT_LENGTH_MAX = 128;
    private static final int NOTE_LENGTH_MAX = 1024;

    /// From how many on it is a series.
    private static final int SERIES_MIN = 2;

    private static final List<String> IMMUTABLE = List.of(
            "involvedObject",
            "reason",
            "message",
            "source",
            "firstTimestamp",
            "lastTimestamp",
            "count",
            "type",
            "action",
            "related",
            "reportingComponent",
            "reportingInstance");

    /// Events are removed an hour after their last write.
    @Override
    public long timeToLiveSeconds() {
        return 3600;
    }

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        checkAsEver(object, "reportingComponent", errors);
    }

    /// What is wrong with an event that is written in today's version; it is in the form in which it is stored.
    ///
    /// @param old nothing if it is new
    public static List<Cause> validateCurrent(JsonObject object, @Nullable JsonObject old) {
        ValidationErrors errors = new ValidationErrors();
        checkAsEver(object, "reportingController", errors);
        if (old == null) {
            checkNew(object, errors);
        } else {
            checkChange(object, old, errors);
        }
        return new ArrayList<>(errors.causes());
    }

    private static boolean hasTime(JsonObject object, String field) {
        return object.get(field) != null && !JsonNull.NULL.equals(object.get(field));
    }

    private static void checkAsEver(JsonObject object, String reporter, ValidationErrors errors) {
        String own = object.text("metadata", "namespace");
        String subject = object.text("involvedObject", "namespace");
        boolean isOfToday = hasTime(object, "eventTime");
        boolean isOfNone = subject.isEmpty() && (own.equals("default") || (isOfToday && own.equals("kube-system")));
        if (!isOfNone && !subject.equals(own) && (subject.isEmpty() || !isOfToday)) {
            errors.invalid("involvedObject.namespace", subject, "does not match event.namespace");
        }
        if (!isOfToday) {
            return;
        }
        String component = object.text("reportingComponent");
        if (component.isEmpty()) {
            errors.required(reporter);
        }
        errors.names(reporter, component, NameValidation.qualifiedName(component));
        for (String field : List.of("reportingInstance", "action", "reason")) {
            if (object.text(field).isEmpty()) {
                errors.required(field);
            }
            mustNotBeLonger(object.text(field), field, TEXT_LENGTH_MAX, errors);
        }
        mustNotBeLonger(object.text("message"), "message", NOTE_LENGTH_MAX, errors);
    }

    private static void mustNotBeLonger(String text, String field, int max, ValidationErrors errors) {
        if (text.length() > max) {
            errors.invalid(field, "", "can have at most " + max + " characters");
        }
    }

    private static void checkNew(JsonObject object, ValidationErrors errors) {
        checkSeries(object, errors);
        if (!hasTime(object, "eventTime")) {
            errors.required("eventTime");
        }
        if (!Set.of("Normal", "Warning").contains(object.text("type"))) {
            errors.invalid("type", "", "has invalid value: " + object.text("type"));
        }
        for (String field : List.of("firstTimestamp", "lastTimestamp", "count", "source")) {
            boolean isSet = hasTime(object, field)
                    && !Objects.equals(object.get(field), JsonObject.EMPTY)
                    && !Objects.equals(object.get(field), Json.of(0));
            if (isSet) {
                errors.invalid(field, "", "needs to be unset");
            }
        }
    }

    private static void checkSeries(JsonObject object, ValidationErrors errors) {
        if (object.get("series") instanceof JsonObject series) {
            if (series.number(0, "count") < SERIES_MIN) {
                errors.invalid("series.count", "", "should be at least " + SERIES_MIN);
            }
            if (!hasTime(series, "lastObservedTime")) {
                errors.required("series.lastObservedTime");
            }
        }
    }

    private static void checkChange(JsonObject object, JsonObject old, ValidationErrors errors) {
        if (!Objects.equals(object.get("series"), old.get("series"))) {
            checkSeries(object, errors);
        }
        for (String field : IMMUTABLE) {
            String name = field.equals("reportingComponent") ? "reportingController" : field;
            errors.immutable(name, object.get(field), old.get(field));
        }
    }
}
