package dev.sluice.benchmarks.watch;

import dev.sluice.kube.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/// Pods that come and go, and nodes that change, at random but bounded: so many writers with a pause between two
/// changes.
final class Churn {
    private static final String PODS = "/api/v1/namespaces/churn/pods";
    private static final String NODES = "/api/v1/nodes/";
    private static final int PER_CENT = 100;
    private static final int RACKS = 64;
    private static final int DELETED_MAX = 20;

    private final Api api;
    private final int nodes;
    private final int pods;
    private final AtomicLong changes = new AtomicLong();

    Churn(Api api, int nodes, int pods) {
        this.api = api;
        this.nodes = nodes;
        this.pods = pods;
    }

    /// Returns how many changes the server has made.
    long changes() {
        return changes.get();
    }

    void createAll(int writers) {
        api.create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"churn\"}}");
        together(writers, writer -> {
            Random random = new Random(writer);
            for (int i = writer; i < pods; i += writers) {
                createPod(i, random);
            }
        });
    }

    private boolean createPod(int number, Random random) {
        return api.create(
                        PODS,
                        String.format(
                                Locale.ROOT,
                                """
                {"metadata":{"name":"pod-%d"},"spec":{"terminationGracePeriodSeconds":1,"tolerations":[{"operator":"Exists",\
                "effect":"NoExecute"}],"containers":[{"name":"main","image":"example.com/work:1","resources":{"requests":\
                {"cpu":"%dm","memory":"%dMi"}}}]}}""",
                                number,
                                100 * (1 + random.nextInt(20)),
                                64 * (1 + random.nextInt(32))))
                .isPresent();
    }

    /// Changes things until a moment, then puts all nodes back.
    void run(int writers, long untilNanos, long pauseMillis) {
        together(writers, writer -> {
            Random random = new Random(1000 + writer);
            List<JsonObject> away = new ArrayList<>();
            Deque<Integer> deleted = new ArrayDeque<>();
            while (System.nanoTime() < untilNanos) {
                if (change(random, writer, writers, away, deleted)) {
                    changes.incrementAndGet();
                }
                pause(pauseMillis);
            }
            deleted.forEach(number -> createPod(number, random));
            away.forEach(this::putBack);
            for (int i = writer; i < nodes; i += writers) {
                api.patch(NODES + name(i), "{\"spec\":{\"unschedulable\":null}}");
            }
        });
    }

    /// Each writer has nodes of its own, so that none brings back what another has removed.
    ///
    /// @return whether the server has changed anything; it refuses to delete what is gone
    private boolean change(Random random, int writer, int writers, List<JsonObject> away, Deque<Integer> deleted) {
        int kind = random.nextInt(PER_CENT);
        int number = random.nextInt(pods);
        String node = NODES + name(writer + writers * random.nextInt(Math.max(1, nodes / writers)));
        if (kind < 70) {
            boolean isDeleted = api.delete(PODS + "/pod-" + number + (kind < 35 ? "?gracePeriodSeconds=0" : ""))
                    .isPresent();
            deleted.addLast(number);
            // Later, when the grace period of the first is over.
            boolean isCreated = deleted.size() > DELETED_MAX && createPod(deleted.removeFirst(), random);
            return isDeleted || isCreated;
        } else if (kind < 80) {
            return api.patch(node, "{\"spec\":{\"unschedulable\":" + random.nextBoolean() + "}}")
                    .isPresent();
        } else if (kind < 88) {
            return api.patch(
                            node,
                            "{\"metadata\":{\"labels\":{\"sluice.dev/rack\":\"rack-%d\",\"churn\":\"%d\"}}}"
                                    .formatted(1 + random.nextInt(RACKS), random.nextInt(PER_CENT)))
                    .isPresent();
        } else if (kind < 95) {
            return api.patch(
                            node + "/status",
                            "{\"status\":{\"allocatable\":{\"cpu\":\"%d\",\"nvidia.com/gpu\":\"%d\"}}}"
                                    .formatted(32 + random.nextInt(33), random.nextInt(9)))
                    .isPresent();
        } else if (away.isEmpty() || random.nextBoolean()) {
            Optional<JsonObject> found = api.get(node);
            boolean isDeleted = found.isPresent() && api.delete(node).isPresent();
            if (isDeleted) {
                away.add(found.get());
            }
            return isDeleted;
        } else {
            return putBack(away.removeFirst());
        }
    }

    private boolean putBack(JsonObject node) {
        JsonObject fresh = node.with(
                "metadata",
                JsonObject.builder()
                        .put("name", node.text("metadata", "name"))
                        .put("labels", node.object("metadata").object("labels"))
                        .build());
        return api.create("/api/v1/nodes", fresh.toString()).isPresent();
    }

    private static String name(int number) {
        return String.format(Locale.ROOT, "node-%05d", number + 1);
    }

    private interface Writer {
        void write(int number);
    }

    /// Writes with so many threads, and fails if one of them does.
    private static void together(int writers, Writer writer) {
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = IntStream.range(0, writers)
                .mapToObj(number -> Thread.ofPlatform()
                        .name("writer " + number)
                        .uncaughtExceptionHandler((_, e) -> failures.add(e))
                        .start(() -> writer.write(number)))
                .toList();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
        }
        Throwable failure = failures.peek();
        if (failure != null) {
            throw new IllegalStateException("a writer has failed", failure);
        }
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
