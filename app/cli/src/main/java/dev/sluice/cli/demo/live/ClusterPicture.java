package dev.sluice.cli.demo.live;

import dev.sluice.controller.view.QueueView;
import dev.sluice.controller.view.QueuedJob;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.request.PodRequest;
import dev.sluice.queue.JobState;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Nodes and queue as text: a row for each node with a letter for each core, and a row for each job.
final class ClusterPicture {
    private static final long MILLIS_PER_CORE = 1000;
    private static final String FOREIGN = "#";
    private final Map<String, String> letters = new HashMap<>();

    private String letter(String job) {
        return letters.computeIfAbsent(job, _ -> String.valueOf((char) ('A' + letters.size() % 26)));
    }

    /// Returns the nodes' cores by job. Other schedulers' pods are shown as `#`.
    List<String> nodes(Observation now) {
        List<String> rows = new ArrayList<>();
        now.nodes().forEach((name, json) -> {
            StringBuilder cores = new StringBuilder();
            for (JsonObject pod : now.podsOn(name)) {
                long millis = PodRequest.of(pod).amounts().getOrDefault("cpu", 0L);
                String job = Observation.jobOf(pod);
                cores.repeat(job.isEmpty() ? FOREIGN : letter(job), (int) Math.ceilDiv(millis, MILLIS_PER_CORE));
            }
            cores.repeat(".", Math.max(0, Workload.CORES - cores.length()));
            rows.add(name + "  " + cores + (new Node(json).isReady() ? "" : "  not ready"));
        });
        return rows;
    }

    /// Returns the jobs that run and wait, with their letters.
    List<String> queue(QueueView view) {
        List<String> rows = new ArrayList<>();
        for (QueuedJob job : view.jobs()) {
            rows.add("%s %-12s %-9s %s"
                    .formatted(
                            letter(job.name()),
                            job.name(),
                            job.state().name().toLowerCase(Locale.ROOT),
                            job.state() == JobState.RUNNING
                                    ? String.join(" ", job.nodes())
                                    : outlook(job, view.atNanos())));
        }
        return rows;
    }

    /// Returns when a waiting job starts, and why not now.
    static String outlook(QueuedJob job, long nowNanos) {
        String start = job.startNanos().isEmpty()
                ? ""
                : "%s to start in %d s, "
                        .formatted(
                                job.estimate(),
                                Math.max(0, (job.startNanos().getAsLong() - nowNanos) / Clock.NANOS_PER_SECOND));
        return start + job.reason();
    }
}
