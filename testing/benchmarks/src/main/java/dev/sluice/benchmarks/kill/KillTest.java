package dev.sluice.benchmarks.kill;

import dev.sluice.benchmarks.apiserver.ApiClient;
import dev.sluice.benchmarks.apiserver.Kubeconfig;
import dev.sluice.kube.cluster.nodes.StartFile;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import dev.sluice.runtime.random.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/// Kills `sluice serve` at random moments of a mixed workload on a real control plane and a real PostgreSQL, then
/// PostgreSQL and the API server. At the end every Job must be complete, with as many pods started and succeeded as it
/// has completions and none failed; every pod of no Job must have started and succeeded once. An audit must find
/// nothing, and neither may those of the servers, of which enough must have ended: no drift, none of their own pods in
/// a place of another scheduler, and no place left when all is over.
public final class KillTest {
    /// A new holder of the writer's lock waits 5 s before its first effect. Most moments come soon after that, when all
    /// that has waited is released at once.
    private static final int QUIET_MILLIS = 4_500;

    private static final int SERVE_MILLIS_MAX = 8_000;

    /// One of so many kills comes while the server starts.
    private static final int EARLY_ONE_OF = 5;

    private static final int OTHERS_MILLIS_MAX = 8_000;

    /// Jobs are created all the time, so that every moment has some in each state.
    private static final int WAITING_MAX = 25;

    private static final long PATIENCE_SECONDS = 600;
    private static final int END_SECONDS = 60;

    /// An audit takes seconds while the [Markers] change; more if the controller that frees the last place is slow.
    private static final int AUDIT_SECONDS = 150;

    /// At least so many audits per kill of the scheduler must have ended before the end. Some are killed before their
    /// first one.
    private static final int AUDITS_PER_KILL = 1;

    private final Path folder;
    private final Path kubeconfig;
    private final Workload workload;
    private final RandomGenerator random;
    private final List<Process> processes = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final ServeAudits audits = new ServeAudits();
    private final Markers markers;
    private EmbeddedPostgres postgres;
    private Process serve;
    private int kills;
    private int serves;

    /// How often each is killed, and the number of Jobs.
    private record Plan(int serve, int postgres, int apiServer, int jobs, long seed) {}

    private KillTest(Path folder, Path kubeconfig, Workload workload, Markers markers, RandomGenerator random)
            throws IOException {
        this.folder = folder;
        this.kubeconfig = kubeconfig;
        this.workload = workload;
        this.markers = markers;
        this.random = random;
        this.postgres = EmbeddedPostgres.keptIn(folder.resolve("database"), OptionalInt.empty());
        start(
                "nodes",
                "--kubeconfig=" + kubeconfig,
                "--nodes=12",
                "--node-shape=cpu=8,memory=32Gi",
                "--pod-start=50ms-300ms",
                "--starts=" + starts());
        this.serve = startServe();
    }

    /// Runs it, and fails if anything was lost or doubled.
    ///
    /// @param arguments kills of serve, of PostgreSQL, of the API server; Jobs; seed
    public static void main(String... arguments) throws IOException, InterruptedException {
        Plan plan = new Plan(
                argument(arguments, 0, 100),
                argument(arguments, 1, 20),
                argument(arguments, 2, 20),
                argument(arguments, 3, 500),
                argument(arguments, 4, 1));
        say("kills: serve %d, PostgreSQL %d, API server %d; %d Jobs; seed %d"
                .formatted(plan.serve(), plan.postgres(), plan.apiServer(), plan.jobs(), plan.seed()));
        Path folder = Files.createTempDirectory("kill-test");
        Process plane = new ProcessBuilder(
                        "tools/kubernetes/up",
                        "--attached",
                        "--without=kwok,scheduler",
                        "--dir=" + folder.resolve("plane"))
                .redirectError(folder.resolve("up.log").toFile())
                .start();
        boolean isRight = false;
        try (BufferedReader out = plane.inputReader(StandardCharsets.UTF_8)) {
            String line = out.readLine();
            if (line == null || !line.startsWith("ready ")) {
                throw new IllegalStateException("the control plane did not start: " + line);
            }
            Path kubeconfig = Path.of(line.substring("ready ".length(), line.lastIndexOf(' ')));
            RandomGenerator random = new Seeds(plan.seed()).forActor("kills");
            try (ApiClient api = new ApiClient(Kubeconfig.read(kubeconfig))) {
                Workload workload = new Workload(api, new Seeds(plan.seed()).forActor("jobs"));
                Markers markers = new Markers(workload, api);
                isRight = new KillTest(folder, kubeconfig, workload, markers, random).run(plan);
            }
        } finally {
            plane.getOutputStream().close();
            if (!plane.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                plane.destroy();
            }
        }
        say(isRight ? "nothing was lost or doubled" : "logs: " + folder);
        System.exit(isRight ? 0 : 1);
    }

    private static int argument(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private Path starts() {
        return folder.resolve("starts");
    }

    private boolean run(Plan plan) throws IOException, InterruptedException {
        try {
            int all = plan.serve() + plan.postgres() + plan.apiServer();
            List<Runnable> moments = new ArrayList<>();
            for (int i = 0; i < all; i++) {
                moments.add(
                        i < plan.serve()
                                ? this::killServe
                                : i < plan.serve() + plan.postgres() ? this::killPostgres : this::killApiServer);
            }
            for (int i = 0; i < all; i++) {
                int due = (int) ((long) plan.jobs() * (i + 1) / all);
                if (i < plan.serve() && random.nextInt(EARLY_ONE_OF) > 0) {
                    awaitScheduling(due);
                    keepBusy(due, QUIET_MILLIS + random.nextInt(SERVE_MILLIS_MAX));
                } else {
                    keepBusy(due, random.nextInt(OTHERS_MILLIS_MAX));
                }
                lookAtAudits();
                moments.get(i).run();
                kills++;
                say(state());
            }
            keepBusy(plan.jobs(), 0);
            return check(plan, settle(plan));
        } finally {
            markers.close();
            processes.forEach(Process::destroy);
            serve.destroy();
            http.close();
            postgres.close();
        }
    }

    /// Lets time pass while Jobs are created, at least up to the given number in the end.
    private void keepBusy(int jobs, int millis) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        do {
            if (!processes.getFirst().isAlive()) {
                throw new IllegalStateException("the nodes have ended; logs: " + folder);
            }
            long waiting = workload.jobs().stream()
                    .filter(job -> !Workload.isOver(job))
                    .count();
            while (workload.created() < jobs && waiting < WAITING_MAX) {
                workload.createNext();
                waiting++;
            }
            lookAtAudits();
            Thread.sleep(Math.clamp((end - System.nanoTime()) / 1_000_000, 0, 250));
        } while (System.nanoTime() < end);
    }

    /// Waits until the present server schedules, which its log says once.
    private void awaitScheduling(int jobs) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!Files.readString(log()).contains("schedules, term=")) {
            if (System.nanoTime() > end || !serve.isAlive()) {
                throw new IllegalStateException("sluice serve does not schedule; logs: " + folder);
            }
            keepBusy(jobs, 100);
        }
    }

    private Path log() {
        return folder.resolve("serve-" + serves + ".log");
    }

    /// Waits until all Jobs and pods are over, and returns whether they are.
    private boolean settle(Plan plan) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() < end) {
            keepBusy(plan.jobs(), 1_000);
            if (workload.areOver(plan.jobs())) {
                return true;
            }
        }
        return false;
    }

    private boolean check(Plan plan, boolean isSettled) throws IOException, InterruptedException {
        Process audit = command("watch", "--once", "--rows=racks", "--output=json", "--kubeconfig=" + kubeconfig)
                .redirectOutput(folder.resolve("audit.json").toFile())
                .redirectError(folder.resolve("audit.log").toFile())
                .start();
        List<String> problems = new ArrayList<>();
        if (!isSettled) {
            problems.add("not all Jobs and pods have ended: " + state());
        }
        if (workload.created() != plan.jobs()) {
            problems.add("created Jobs (%d) must be %d".formatted(workload.created(), plan.jobs()));
        }
        problems.addAll(workload.problems(StartFile.countByController(starts()), StartFile.countByPod(starts())));
        long auditsMin = (long) AUDITS_PER_KILL * plan.serve();
        if (audits.count() < auditsMin) {
            problems.add("audits while it ran (%d) must be at least %d".formatted(audits.count(), auditsMin));
        }
        problems.addAll(lastAudit());
        problems.addAll(audits.problems());
        int code = audit.waitFor();
        if (code != 0) {
            problems.add("sluice watch --once: exit code " + code);
        }
        problems.forEach(KillTest::say);
        say("%d kills (serve %d, PostgreSQL %d, API server %d), %d Jobs, %d pods beside them, %d audits, %d problems"
                .formatted(
                        kills,
                        plan.serve(),
                        plan.postgres(),
                        plan.apiServer(),
                        workload.created(),
                        workload.createdPods(),
                        audits.count(),
                        problems.size()));
        return problems.isEmpty();
    }

    /// Notes what the present server's last audit found.
    private Optional<ServeMetrics> lookAtAudits() throws IOException, InterruptedException {
        Optional<ServeMetrics> metrics = ServeMetrics.read(http, serveOut());
        metrics.ifPresent(audits::note);
        return metrics;
    }

    /// Waits for an audit of the server after all is over, and returns what is wrong.
    private List<String> lastAudit() throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(AUDIT_SECONDS);
        long before = lookAtAudits().map(ServeMetrics::audits).orElse(0L);
        Optional<ServeMetrics> last = Optional.empty();
        while (System.nanoTime() < end) {
            last = lookAtAudits().filter(it -> it.audits() > before);
            if (last.filter(it -> it.sparePlaces() == 0).isPresent()) {
                return List.of();
            }
            Thread.sleep(1_000);
        }
        return List.of(last.map(it -> "places that jobs hold at the end (%d)".formatted(it.sparePlaces()))
                .orElse("serve has made no audit at the end"));
    }

    private Path serveOut() {
        return folder.resolve("serve.out");
    }

    private String state() throws InterruptedException {
        List<JsonObject> jobs = workload.jobs();
        return "%d kills, %d Jobs, %d over"
                .formatted(
                        kills,
                        jobs.size(),
                        jobs.stream().filter(Workload::isOver).count());
    }

    private void killServe() {
        try {
            serve.destroyForcibly().waitFor();
            serve = startServe();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void killPostgres() {
        try {
            Path data = folder.resolve("database");
            try (var files = Files.walk(data)) {
                Path pidFile = files.filter(file -> file.endsWith("postmaster.pid"))
                        .findFirst()
                        .orElseThrow();
                long pid = Long.parseLong(Files.readAllLines(pidFile).getFirst().strip());
                ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
                List<ProcessHandle> backends = postmaster.descendants().toList();
                postmaster.destroyForcibly();
                backends.forEach(ProcessHandle::destroyForcibly);
            }
            int port = postgres.port();
            postgres.close();
            postgres = EmbeddedPostgres.keptIn(data, OptionalInt.of(port));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void killApiServer() {
        try {
            int code = new ProcessBuilder(
                            "tools/kubernetes/restart", "--dir=" + folder.resolve("plane"), "--kill", "kube-apiserver")
                    .redirectError(folder.resolve("restart.log").toFile())
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("the API server did not restart");
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Process startServe() throws IOException {
        serves++;
        audits.nextServer();
        Database database = postgres.database();
        ProcessBuilder builder = command(
                "serve",
                "--log-level=info",
                "--kubeconfig=" + kubeconfig,
                "--database=" + database.url(),
                "--set=database.user=" + database.user(),
                "--set=audit.every=1s",
                "--set=http.port=0",
                "--set=secure.port=0");
        String password = database.password();
        if (password != null) {
            builder.environment().put("SLUICE_DATABASE_PASSWORD", password);
        }
        return builder.redirectOutput(serveOut().toFile())
                .redirectError(log().toFile())
                .start();
    }

    private void start(String... arguments) throws IOException {
        processes.add(command(arguments)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(arguments[0] + ".log").toFile())
                .start());
    }

    private static ProcessBuilder command(String... arguments) {
        List<String> command = new ArrayList<>(
                Arrays.asList(System.getProperty("sluice.launcher", "./sluice").split(" ", -1)));
        command.addAll(Arrays.asList(arguments));
        return new ProcessBuilder(command);
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
