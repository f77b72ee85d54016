package dev.sluice.cli.live;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.object.Times;
import dev.sluice.runtime.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A job of the server's answer in words.
///
/// @param nowNanos the time of the answer
record JobText(JsonObject job, long nowNanos) {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    /// More names make a table unreadable.
    private static final int NODES_SHOWN_MAX = 4;

    String text(String field) {
        return job.text(field);
    }

    String object() {
        return job.text("namespace") + "/" + job.text("name");
    }

    String position() {
        long position = job.number(0, "position");
        return position == 0 ? "-" : Long.toString(position);
    }

    /// Returns when the job started or will start, relative to now.
    String start() {
        String text = job.text("start");
        if (text.isEmpty()) {
            return "unknown";
        }
        long seconds = (Times.parse(text, nowNanos) - nowNanos) / Clock.NANOS_PER_SECOND;
        return switch (job.text("estimate")) {
            case "started" -> length(-seconds) + " ago";
            case "now" -> "now";
            case "extrapolated" -> "in about " + length(seconds);
            default -> "in " + length(seconds);
        };
    }

    String waited() {
        long seconds = (nowNanos - Times.parse(job.text("submitted"), nowNanos)) / Clock.NANOS_PER_SECOND;
        return length(seconds);
    }

    private static String length(long signed) {
        long seconds = Math.max(0, signed);
        Duration time = Duration.ofSeconds(seconds);
        if (seconds < MINUTE) {
            return seconds + "s";
        }
        if (seconds < HOUR) {
            return time.toMinutes() + "m" + time.toSecondsPart() + "s";
        }
        return seconds < DAY
                ? time.toHours() + "h" + time.toMinutesPart() + "m"
                : time.toDays() + "d" + time.toHoursPart() + "h";
    }

    List<String> nodes() {
        List<String> names = new ArrayList<>();
        for (Json each : job.array("nodes")) {
            if (each instanceof JsonString name) {
                names.add(name.text());
            }
        }
        return names;
    }

    /// Returns where it runs, or why it does not.
    String nodesOrReason() {
        List<String> nodes = nodes();
        if (nodes.isEmpty()) {
            return job.text("reason");
        }
        String some = String.join(" ", nodes.subList(0, Math.min(NODES_SHOWN_MAX, nodes.size())));
        int more = nodes.size() - NODES_SHOWN_MAX;
        return more > 0 ? some + " and " + more + " more" : some;
    }
}
