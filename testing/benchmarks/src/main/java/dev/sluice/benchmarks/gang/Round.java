package dev.sluice.benchmarks.gang;

import dev.sluice.benchmarks.apiserver.ApiClient;
import dev.sluice.benchmarks.apiserver.Kubeconfig;
import dev.sluice.benchmarks.apiserver.Usage;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One round: a fresh control plane, one scheduler, and all Jobs at once.
final class Round implements AutoCloseable {
    private static final int CREATORS = 8;
    private static final String JOB_NAME = "job-name";
    private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";

    /// Enough to see what is wrong.
    private static final int SHOWN_MAX = 5;

    private static final int POLL_MILLIS = 200;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(900);
    private static final int END_SECONDS = 60;
    private static final int FIRST_FAILURE = 300;

    /// A scheduler that uses less CPU than this in a second has read the cluster.
    private static final double IDLE_CPU_SECONDS = 0.06;

    private static final int CPUS_PER_NODE = 16;
    private static final Pattern REQUESTS =
            Pattern.compile("^apiserver_request_total\\{([^}]*)} (\\S+)$", Pattern.MULTILINE);
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    private static final Set<String> WRITING = Set.of("POST", "PUT", "PATCH", "APPLY", "DELETE");

    private final Scheduler scheduler;
    private final Size size;
    private final Process plane;
    private final ApiClient api;
    private final @Nullable EmbeddedPostgres postgres;
    private final @Nullable Process own;

    /// What schedules.
    enum Scheduler {
        SLUICE("sluice"),
        KUBE_SCHEDULER("kube-scheduler");

        final String title;

        Scheduler(String title) {
            this.title = title;
        }
    }

    /// The workload.
    record Size(int jobs, int pods, int nodes) {
        int all() {
            return jobs * pods;
        }
    }

    /// What one of a round's workloads took.
    ///
    /// @param state whether the scheduler was cold or warm
    /// @param jobSeconds from the first Job created to the last pod bound
    /// @param podSeconds from the first pod seen to the last pod bound
    /// @param cpuSeconds by program, meanwhile
    /// @param writes that the API server took meanwhile, by resource
    record Result(
            Scheduler scheduler,
            String state,
            double jobSeconds,
            double podSeconds,
            Map<String, Double> cpuSeconds,
            Map<String, Long> writes) {}

    private Round(Scheduler scheduler, Size size, Process plane, Path kubeconfig) throws IOException {
        this.scheduler = scheduler;
        this.size = size;
        this.plane = plane;
        this.api = new ApiClient(Kubeconfig.read(kubeconfig));
        if (scheduler == Scheduler.SLUICE) {
            EmbeddedPostgres database = EmbeddedPostgres.throwaway();
            this.postgres = database;
            this.own = serve(kubeconfig, database.database());
        } else {
            this.postgres = null;
            this.own = null;
        }
    }

    private static Process serve(Path kubeconfig, Database database) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(System.getProperty("sluice.launcher", "./sluice").split(" ", -1)));
        command.addAll(List.of(
                "serve",
                "--kubeconfig=" + kubeconfig,
                "--database=" + database.url(),
                "--set=database.user=" + database.user(),
                "--set=http.port=0",
                "--set=secure.port=0"));
        ProcessBuilder builder = new ProcessBuilder(command);
        String password = database.password();
        if (password != null) {
            builder.environment().put("SLUICE_DATABASE_PASSWORD", password);
        }
        return builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    static Round start(Scheduler scheduler, Size size) throws IOException {
        Path folder = Files.createTempDirectory("gang-benchmark").resolve("plane");
        List<String> up = new ArrayList<>(List.of(
                "tools/kubernetes/up",
                "--attached",
                "--timeout=1200",
                "--nodes=" + size.nodes(),
                "--node-cpu=" + CPUS_PER_NODE,
                "--node-memory=64Gi",
                "--node-gpus=0",
                "--dir=" + folder));
        if (scheduler == Scheduler.SLUICE) {
            up.add("--without=scheduler");
        }
        Process plane = new ProcessBuilder(up)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out = plane.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        if (line == null || !line.startsWith("ready ")) {
            throw new IllegalStateException("the control plane did not start: " + line);
        }
        return new Round(scheduler, size, plane, Path.of(line.substring("ready ".length(), line.lastIndexOf(' '))));
    }

    /// @param state part of the Jobs' names
    Result run(String state) throws InterruptedException {
        awaitIdle();
        Map<String, Double> before = cpuSeconds();
        Map<String, Long> writesBefore = writes();
        long begin = System.nanoTime();
        long firstPod = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(CREATORS)) {
            List<Future<?>> created = new ArrayList<>();
            for (int i = 0; i < size.jobs(); i++) {
                String body = job("gang-" + state + "-" + i);
                created.add(threads.submit(() -> post(JOBS, body)));
            }
            while (!isDone(firstPod != 0)) {
                if (firstPod == 0 && pods() > 0) {
                    firstPod = System.nanoTime();
                }
                if (System.nanoTime() > begin + PATIENCE_NANOS) {
                    throw new IllegalStateException(scheduler.title + " has not bound all pods: " + pods());
                }
                Thread.sleep(POLL_MILLIS);
            }
            for (Future<?> each : created) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a Job was not created", e);
        }
        long end = System.nanoTime();
        Map<String, Double> used = new LinkedHashMap<>();
        cpuSeconds().forEach((name, seconds) -> used.put(name, seconds - before.getOrDefault(name, 0.0)));
        Map<String, Long> written = new TreeMap<>();
        writes().forEach((name, count) -> written.put(name, count - writesBefore.getOrDefault(name, 0L)));
        check();
        return new Result(scheduler, state, (end - begin) / 1e9, (end - firstPod) / 1e9, used, written);
    }

    /// Deletes all Jobs, and waits until they and their pods are gone.
    void clear() throws InterruptedException {
        HttpResponse<byte[]> deleted = api.send(
                api.request(JOBS + "?propagationPolicy=Background").DELETE().build());
        if (deleted.statusCode() >= FIRST_FAILURE) {
            throw ApiClient.failure(deleted);
        }
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (pods() > 0 || !get(JOBS + "?limit=1").array("items").isEmpty()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(pods() + " pods are left of deleted Jobs");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private void awaitIdle() throws InterruptedException {
        String name = scheduler.title;
        double last = cpuSeconds().getOrDefault(name, 0.0);
        for (int quiet = 0; quiet < 3; ) {
            Thread.sleep(1_000);
            double now = cpuSeconds().getOrDefault(name, 0.0);
            quiet = now - last < IDLE_CPU_SECONDS && now > 0 ? quiet + 1 : 0;
            last = now;
        }
    }

    private boolean isDone(boolean hasPods) {
        return hasPods
                && pods() >= size.all()
                && get("/api/v1/namespaces/default/pods?limit=1&resourceVersion=0&fieldSelector=spec.nodeName%3D")
                        .array("items")
                        .isEmpty();
    }

    /// The server only counts: it reads one pod.
    private long pods() {
        JsonObject list = get("/api/v1/namespaces/default/pods?limit=1");
        return list.array("items").size() + list.object("metadata").number(0, "remainingItemCount");
    }

    /// All pods are bound, and no node has more than it can hold. Those of Sluice were placed whole: each Job was
    /// released once, and its one decision named the nodes of all its pods.
    private void check() {
        Map<String, Integer> byNode = new HashMap<>();
        Map<String, Set<String>> nodesByJob = new HashMap<>();
        for (Json pod : get("/api/v1/namespaces/default/pods").array("items")) {
            String node = ((JsonObject) pod).text("spec", "nodeName");
            byNode.merge(node, 1, Integer::sum);
            nodesByJob
                    .computeIfAbsent(((JsonObject) pod).text("metadata", "labels", JOB_NAME), _ -> new HashSet<>())
                    .add(node);
        }
        int sum = byNode.values().stream().mapToInt(Integer::intValue).sum();
        if (sum != size.all()
                || byNode.containsKey("")
                || byNode.values().stream().anyMatch(n -> n > CPUS_PER_NODE)) {
            throw new IllegalStateException("%d pods on %d nodes, at most %d on one"
                    .formatted(
                            sum,
                            byNode.size(),
                            byNode.values().stream()
                                    .mapToInt(Integer::intValue)
                                    .max()
                                    .orElse(0)));
        }
        if (scheduler == Scheduler.SLUICE) {
            mustBeWhole(nodesByJob);
        }
    }

    private void mustBeWhole(Map<String, Set<String>> nodesByJob) {
        List<String> parts = new ArrayList<>();
        for (Json json : get(JOBS).array("items")) {
            JsonObject job = (JsonObject) json;
            String name = job.text("metadata", "name");
            String attempt = job.text("metadata", "annotations", "sluice.dev/attempt");
            String decided = job.text("metadata", "annotations", "sluice.dev/nodes");
            Set<String> nodes = nodesByJob.getOrDefault(name, Set.of());
            if (!attempt.equals("1")
                    || !Set.copyOf(Hostlist.parse(decided).hosts()).equals(nodes)) {
                parts.add("%s: attempt (%s), decided nodes (%s), nodes of its pods (%s)"
                        .formatted(name, attempt, decided, new TreeSet<>(nodes)));
            }
        }
        if (!parts.isEmpty() || nodesByJob.size() != size.jobs()) {
            throw new IllegalStateException("not placed whole: %d of %d Jobs with pods; %s"
                    .formatted(
                            parts.size(),
                            nodesByJob.size(),
                            parts.stream().limit(SHOWN_MAX).toList()));
        }
    }

    /// A Job as intake leaves it, or a plain one.
    private String job(String name) {
        boolean isOurs = scheduler == Scheduler.SLUICE;
        return """
            {"metadata":{"name":"%s","labels":{"sluice.dev/queue":"default"}},
             "spec":{"suspend":%s,"parallelism":%d,"completions":%d,"podReplacementPolicy":"Failed",
              "template":{"metadata":{"annotations":{"sluice.dev/run-for":"2h"}},
               "spec":{"schedulerName":"%s","restartPolicy":"Never",
                "containers":[{"name":"main","image":"example.com/work:1",
                 "resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}}}\
            """.formatted(name, isOurs, size.pods(), size.pods(), isOurs ? "sluice" : "default-scheduler");
    }

    /// Returns how many requests that write the API server has taken, by resource.
    private Map<String, Long> writes() {
        String metrics =
                new String(api.send(api.request("/metrics").GET().build()).body(), StandardCharsets.UTF_8);
        Map<String, Long> counts = new TreeMap<>();
        REQUESTS.matcher(metrics).results().forEach(line -> {
            Map<String, String> labels = new HashMap<>();
            LABEL.matcher(line.group(1)).results().forEach(it -> labels.put(it.group(1), it.group(2)));
            if (WRITING.contains(labels.getOrDefault("verb", ""))) {
                String part = labels.getOrDefault("subresource", "");
                String resource = labels.getOrDefault("resource", "") + (part.isEmpty() ? "" : "/" + part);
                counts.merge(resource, (long) Double.parseDouble(line.group(2)), Long::sum);
            }
        });
        return counts;
    }

    private JsonObject get(String path) {
        return read(api.send(api.request(path).GET().build()));
    }

    private JsonObject post(String path, String body) {
        return read(api.send(api.request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build()));
    }

    private static JsonObject read(HttpResponse<byte[]> response) {
        if (response.statusCode() >= FIRST_FAILURE) {
            throw ApiClient.failure(response);
        }
        return (JsonObject) JsonText.read(response.body());
    }

    private Map<String, Double> cpuSeconds() {
        Map<String, Double> seconds = new LinkedHashMap<>();
        Process mine = own;
        if (mine != null) {
            seconds.put(Scheduler.SLUICE.title, Usage.cpuSeconds(List.of(mine.pid())));
        }
        for (String program : GangBenchmark.PROGRAMS) {
            List<Long> pids = ProcessHandle.current()
                    .descendants()
                    .filter(each -> each.info()
                            .command()
                            .filter(name -> name.endsWith("/" + program))
                            .isPresent())
                    .map(ProcessHandle::pid)
                    .toList();
            if (!pids.isEmpty()) {
                seconds.put(program, Usage.cpuSeconds(pids));
            }
        }
        return seconds;
    }

    @Override
    public void close() throws IOException {
        Process mine = own;
        if (mine != null) {
            mine.destroy();
        }
        EmbeddedPostgres database = postgres;
        if (database != null) {
            database.close();
        }
        api.close();
        plane.getOutputStream().close();
        try {
            if (!plane.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                plane.destroy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
