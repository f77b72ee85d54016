package dev.sluice.controller.intake;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import java.util.OptionalLong;

/// Whose a Job's `activeDeadlineSeconds` is. A release writes it from the wall time, and a stop lowers it; neither may
/// outlast the attempt. So both note in an annotation what they wrote and, after a slash, what the Job's user had.
///
/// A deadline other than the noted one was written by the user since, and is the user's.
public final class Deadline {
    private static final String FIELD = "activeDeadlineSeconds";
    private static final String SPEC = "spec";
    private static final String METADATA = "metadata";
    private static final String ANNOTATIONS = "annotations";
    private static final char SEPARATOR = '/';

    private Deadline() {}

    /// Returns the deadline that its user gave the Job, in seconds.
    public static OptionalLong ofUser(JsonObject job) {
        String note = note(job);
        if (!isOurs(job, note)) {
            return present(job);
        }
        int separator = note.indexOf(SEPARATOR);
        return separator < 0 ? OptionalLong.empty() : number(note.substring(separator + 1));
    }

    /// Returns a merge patch that gives the Job a deadline in place of its user's.
    public static JsonObject written(JsonObject job, long seconds) {
        OptionalLong user = ofUser(job);
        String note = user.isPresent() ? seconds + "" + SEPARATOR + user.getAsLong() : Long.toString(seconds);
        return JsonObject.EMPTY
                .withAt(Json.of(seconds), SPEC, FIELD)
                .withAt(Json.of(note), METADATA, ANNOTATIONS, SluiceNames.DEADLINE);
    }

    /// Returns a merge patch that gives the Job its user's deadline again, or none; empty if it has that.
    public static JsonObject restored(JsonObject job) {
        String note = note(job);
        if (note.isEmpty()) {
            return JsonObject.EMPTY;
        }
        JsonObject patch = JsonObject.EMPTY.withAt(JsonNull.NULL, METADATA, ANNOTATIONS, SluiceNames.DEADLINE);
        if (!isOurs(job, note)) {
            return patch;
        }
        OptionalLong user = ofUser(job);
        return patch.withAt(user.isPresent() ? Json.of(user.getAsLong()) : JsonNull.NULL, SPEC, FIELD);
    }

    private static String note(JsonObject job) {
        return job.text(METADATA, ANNOTATIONS, SluiceNames.DEADLINE);
    }

    private static boolean isOurs(JsonObject job, String note) {
        int separator = note.indexOf(SEPARATOR);
        OptionalLong noted = number(separator < 0 ? note : note.substring(0, separator));
        return noted.isPresent() && noted.equals(present(job));
    }

    private static OptionalLong present(JsonObject job) {
        return job.object(SPEC).has(FIELD) ? OptionalLong.of(job.number(0, SPEC, FIELD)) : OptionalLong.empty();
    }

    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
