package dev.sluice.server.http;

import dev.sluice.controller.view.QueueView;
import dev.sluice.controller.view.QueuedJob;
import dev.sluice.controller.workload.Refused;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/// Shows the queue, read-only, to everyone whom the API server knows: as with `squeue`, users see each other's jobs.
///
/// | path | answer |
/// |---|---|
/// | `/api/v1/queue?namespace=N&limit=L` | all jobs that have not ended: running, in line, held |
/// | `/api/v1/jobs/NAMESPACE/NAME` | the jobs of an object with this name, or with this id |
public final class QueueService implements HttpService {
    private static final String PREFIX = "Bearer ";

    /// An engine that is busy with a large pass answers later than this at the worst.
    private static final long ANSWER_SECONDS_MAX = 10;

    /// More rows than a person reads; programs ask for more.
    private static final int LIMIT = 1_000;

    private final Supplier<Optional<CompletableFuture<QueueView>>> queue;
    private final Function<ObjectKey, List<Refused>> refused;
    private final TokenCheck tokens;

    /// @param queue asks the engine; empty if nothing is scheduled here now
    /// @param refused returns the objects of a name that cannot run as they are
    public QueueService(
            Supplier<Optional<CompletableFuture<QueueView>>> queue,
            Function<ObjectKey, List<Refused>> refused,
            TokenCheck tokens) {
        this.queue = queue;
        this.refused = refused;
        this.tokens = tokens;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.get("/queue", this::list).get("/jobs/{namespace}/{name}", this::one);
    }

    private void list(ServerRequest request, ServerResponse response) {
        answer(request, response, view -> {
            String namespace = request.query().first("namespace").orElse("");
            int limit = request.query().first("limit").map(QueueService::number).orElse(LIMIT);
            List<QueuedJob> all = view.jobs().stream()
                    .filter(job -> namespace.isEmpty() || job.namespace().equals(namespace))
                    .toList();
            return QueueJson.queue(view, all.subList(0, Math.min(limit, all.size())), all.size());
        });
    }

    private static int number(String text) {
        try {
            return Math.max(0, Integer.parseInt(text));
        } catch (NumberFormatException _) {
            return LIMIT;
        }
    }

    private void one(ServerRequest request, ServerResponse response) {
        answer(request, response, view -> {
            String namespace = request.path().pathParameters().get("namespace");
            String name = request.path().pathParameters().get("name");
            List<QueuedJob> jobs = view.named(namespace, name);
            return QueueJson.queue(view, jobs, jobs.size())
                    .with("refused", QueueJson.refused(refused.apply(new ObjectKey(namespace, name))));
        });
    }

    private interface Reading {
        Json of(QueueView view);
    }

    private void answer(ServerRequest request, ServerResponse response, Reading reading) {
        String header = request.headers().first(HeaderNames.AUTHORIZATION).orElse("");
        boolean isKnown = header.startsWith(PREFIX)
                && tokens.user(header.substring(PREFIX.length())).isPresent();
        if (!isKnown) {
            refuse(response, Status.UNAUTHORIZED_401, "a bearer token that the API server knows is needed");
            return;
        }
        Optional<CompletableFuture<QueueView>> asked = queue.get();
        if (asked.isEmpty()) {
            refuse(response, Status.SERVICE_UNAVAILABLE_503, "this server does not schedule now; see /readyz");
            return;
        }
        try {
            QueueView view = asked.get().get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
            Responses.json(response, Status.OK_200, reading.of(view));
        } catch (TimeoutException | ExecutionException e) {
            refuse(response, Status.SERVICE_UNAVAILABLE_503, "the scheduler did not answer in time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            refuse(response, Status.SERVICE_UNAVAILABLE_503, "the server stops");
        }
    }

    private static void refuse(ServerResponse response, Status status, String why) {
        Responses.json(response, status, JsonObject.EMPTY.with("error", why));
    }
}
