package dev.sluice.server.http;

import dev.sluice.controller.view.QueueView;
import dev.sluice.controller.view.QueuedJob;
import dev.sluice.controller.workload.Refused;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The queue as JSON; `docs/server.md` lists the fields.
final class QueueJson {
    private QueueJson() {}

    static JsonObject queue(QueueView view, List<QueuedJob> jobs, int total) {
        List<Json> items = new ArrayList<>();
        for (QueuedJob each : jobs) {
            items.add(job(each));
        }
        return JsonObject.EMPTY
                .with("at", Times.text(view.atNanos()))
                .with("total", Json.of(total))
                .with("jobs", JsonArray.of(items));
    }

    static JsonArray refused(List<Refused> objects) {
        List<Json> items = new ArrayList<>();
        for (Refused each : objects) {
            items.add(JsonObject.EMPTY
                    .with("kind", each.kind())
                    .with("namespace", each.key().namespace())
                    .with("name", each.key().name())
                    .with("reason", each.reason()));
        }
        return JsonArray.of(items);
    }

    static JsonObject job(QueuedJob job) {
        JsonObject.Builder json = JsonObject.builder()
                .put("id", job.id())
                .put("kind", job.kind())
                .put("namespace", job.namespace())
                .put("name", job.name())
                .put("queue", job.queue())
                .put("user", job.user())
                .put("state", job.state().name().toLowerCase(Locale.ROOT))
                .put("pods", job.pods())
                .put("submitted", Times.text(job.submittedNanos()))
                .put("estimate", job.estimate())
                .put("reason", job.reason());
        job.position().ifPresent(position -> json.put("position", position));
        job.startNanos().ifPresent(start -> json.put("start", Times.text(start)));
        if (!job.nodes().isEmpty()) {
            json.put("nodes", JsonArray.of(job.nodes().stream().map(Json::of).toList()));
        }
        return json.build();
    }
}
