package dev.sluice.kube.apiserver.contract;

import dev.sluice.kube.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A watch on one of the servers, read by a thread of its own so that nobody waits for ever.
final class ContractWatch implements AutoCloseable {
    /// An event that is due comes in milliseconds; a bookmark may take a few seconds.
    private static final long WAIT_SECONDS = 5;

    private static final String END = "(end)";

    private final int code;
    private final InputStream body;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    ContractWatch(int code, InputStream body) {
        this.code = code;
        this.body = body;
        Thread.ofVirtual().start(this::readLines);
    }

    int code() {
        return code;
    }

    private void readLines() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
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
            String line = lines.poll(WAIT_SECONDS, TimeUnit.SECONDS);
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
        try {
            body.close();
        } catch (IOException e) {
            // It is over in any case.
        }
    }
}
