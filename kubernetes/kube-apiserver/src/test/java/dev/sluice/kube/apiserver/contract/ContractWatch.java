package dev.sluice.kube.apiserver.contract;

import dev.sluice.kube.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A watch on one of the servers, read by a thread of its own, so that reads have a deadline.
final class ContractWatch implements AutoCloseable {
    /// Far longer than a busy server takes. Only events that are due are read, so the deadline is rarely reached.
    private static final long LIMIT_SECONDS = 60;

    private static final String END = "(end)";

    /// The real server answers only when it has something to tell.
    private final CompletableFuture<HttpResponse<InputStream>> answer;

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    ContractWatch(CompletableFuture<HttpResponse<InputStream>> answer) {
        this.answer = answer;
        Thread.ofVirtual().start(this::readLines);
    }

    /// 0 if there is no answer yet.
    int code() {
        return answer.isDone() && !answer.isCompletedExceptionally()
                ? answer.join().statusCode()
                : 0;
    }

    private void readLines() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(answer.join().body(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                // An empty line only keeps the connection alive.
                if (!line.isBlank()) {
                    lines.add(line);
                }
            }
        } catch (IOException | CancellationException | CompletionException e) {
            // Closed, by us or by the server: either way that was all.
        }
        lines.add(END);
    }

    /// The next events; fewer if no more come.
    ///
    /// @param count how many; -1 for all until the end, which is told as the last
    List<Json> read(int count) throws InterruptedException {
        List<Json> events = new ArrayList<>();
        while (events.size() != count) {
            String line = lines.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                return events;
            }
            events.add(ContractServer.json(line));
            if (line.equals(END)) {
                return events;
            }
        }
        return events;
    }

    @Override
    public void close() {
        if (answer.isDone() && !answer.isCompletedExceptionally()) {
            try {
                answer.join().body().close();
            } catch (IOException e) {
                // It is over in any case.
            }
        } else {
            answer.cancel(true);
        }
    }
}
