package dev.sluice.benchmarks.kill;

import dev.sluice.benchmarks.apiserver.ApiClient;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A node and two pods that do nothing but change, so that audits come to an end.
///
/// An audit waits until the watches of nodes, own pods and pods of other schedulers have passed the versions of its
/// lists. A watch of a real server does so with an event or, about once a minute, with a bookmark. Simulated nodes
/// renew leases only, and this workload has no pods of other schedulers.
final class Markers implements AutoCloseable {
    /// Shorter than the time between two audits.
    private static final long EVERY_MILLIS = 500;

    private static final String NODES = "/api/v1/nodes";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final List<String> PATHS =
            List.of(NODES + "/marker", PODS + "/marker-of-others", PODS + "/marker-of-sluice");

    private final ApiClient api;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread;

    /// Creates the markers, and changes them from now on.
    Markers(Workload workload, ApiClient api) throws InterruptedException {
        this.api = api;
        workload.create(NODES, "{\"metadata\":{\"name\":\"marker\"}}");
        workload.create(PODS, pod("marker-of-others", "nobody"));
        workload.create(PODS, pod("marker-of-sluice", "sluice"));
        thread = Thread.ofVirtual().start(this::touch);
    }

    /// Returns a pod that stays unbound: no scheduler has that name, or the pod is not managed and Sluice leaves it
    /// alone.
    private static String pod(String name, String scheduler) {
        return """
            {"metadata":{"name":"%s"},
             "spec":{"schedulerName":"%s","containers":[{"name":"main","image":"example.com/work:1"}]}}\
            """.formatted(name, scheduler);
    }

    private void touch() {
        try {
            for (long mark = 0; !end.await(EVERY_MILLIS, TimeUnit.MILLISECONDS); mark++) {
                String body = "{\"metadata\":{\"annotations\":{\"mark\":\"%d\"}}}".formatted(mark);
                PATHS.forEach(path -> patch(path, body));
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void patch(String path, String body) {
        try {
            var _ = api.send(api.request(path)
                    .header("Content-Type", "application/merge-patch+json")
                    .method("PATCH", BodyPublishers.ofString(body))
                    .build());
        } catch (UncheckedIOException _) {
            // The server is being restarted. If marks were missing for long, audits would be, which is a problem.
        }
    }

    @Override
    public void close() {
        end.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
