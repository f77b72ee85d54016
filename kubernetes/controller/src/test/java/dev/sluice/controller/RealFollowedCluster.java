package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.sync.InformerThreads;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.scheduling.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// A followed cluster in real time: any API server, and cranks as in production.
///
/// The watches of a real server pass a version only with an event or, about once a minute, with a bookmark. So a node
/// and two pods that do nothing are changed until they have passed.
final class RealFollowedCluster extends FollowedCluster implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final long AUDIT_NANOS = 200_000_000L;
    private static final String MARKER = "marker";

    private final Kube kube;
    private final ClusterFollower follower;
    private final LinkedBlockingQueue<AuditReport> reports = new LinkedBlockingQueue<>();
    private final ConcurrentLinkedQueue<Runnable> questions = new ConcurrentLinkedQueue<>();
    private final InformerThreads informers = new InformerThreads();
    private final List<ThreadCrank> cranks = new ArrayList<>();
    private int marks;

    RealFollowedCluster(Kube kube, UnaryOperator<Kube> wrap) {
        this.kube = kube;
        create(KubeTypes.NODES, "", "{'metadata':{'name':'marker'}}");
        pod(MARKER, "", "");
        pod("own-marker", "", "'schedulerName':'sluice',");
        SystemClock clock = new SystemClock();
        TimerQueue engineTimers = new TimerQueue();
        TimerQueue auditTimers = new TimerQueue();
        follower = new ClusterFollower(
                wrap.apply(kube),
                ClusterFollower.Options.DEFAULT,
                informers,
                engineTimers,
                new Seeds(1),
                reports::add,
                new ClusterFollower.Wakes(() -> wake(0), () -> wake(1)));
        Faults faults = (where, fault) -> fault.printStackTrace();
        List<Step> engineSteps = new ArrayList<>(follower.engineSteps());
        engineSteps.add(new Questions());
        cranks.add(new ThreadCrank("engine", clock, engineTimers, engineSteps, faults));
        cranks.add(new ThreadCrank(
                "auditor", clock, auditTimers, List.of(follower.auditor(auditTimers, AUDIT_NANOS)), faults));
        cranks.forEach(ThreadCrank::start);
        informers.start(follower.informerSteps(), clock, faults);
    }

    private void wake(int crank) {
        if (crank < cranks.size()) {
            cranks.get(crank).wake();
        }
    }

    /// Answers questions on the engine's thread.
    private final class Questions implements Step {
        @Override
        public String name() {
            return "questions";
        }

        @Override
        public int work(long nowNanos) {
            Runnable next = questions.poll();
            if (next == null) {
                return 0;
            }
            next.run();
            return 1;
        }
    }

    @Override
    long nowNanos() {
        return new SystemClock().nowNanos();
    }

    @Override
    Kube kube() {
        return kube;
    }

    /// Changes the markers and waits until the engine has seen them, and so all that was before.
    @Override
    void settle() {
        int mark = ++marks;
        String patch = "{'metadata':{'annotations':{'mark':'%d'}}}".formatted(mark);
        patchNode(MARKER, patch);
        patchPod(MARKER, patch);
        patchPod("own-marker", patch);
        JsonObject node = kube.get(KubeTypes.NODES, key("", MARKER));
        JsonObject foreign = kube.get(KubeTypes.PODS, key("default", MARKER));
        JsonObject own = kube.get(KubeTypes.PODS, key("default", "own-marker"));
        waitUntil(() -> ask(_ -> follower.sync()
                        .reported()
                        .nodeVersion(node.text("metadata", "uid"), MARKER)
                        .equals(version(node))
                && isSeen(foreign)
                && isSeen(own)));
    }

    @Override
    void waitUntil(long nanos) {
        while (nowNanos() < nanos) {
            settle();
        }
    }

    @Override
    void recover() {
        settle();
    }

    private boolean isSeen(JsonObject pod) {
        return follower.sync()
                .reported()
                .podVersion(pod.text("metadata", "uid"))
                .equals(version(pod));
    }

    private static Optional<String> version(JsonObject object) {
        return Optional.of(object.text("metadata", "resourceVersion"));
    }

    private static void waitUntil(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Override
    AuditReport audit() {
        settle();
        reports.clear();
        // The first may have begun before.
        AuditReport unused = nextReport();
        assertThat(unused).isNotNull();
        return nextReport();
    }

    private AuditReport nextReport() {
        for (int i = 0; i < PATIENCE_SECONDS * 5; i++) {
            try {
                AuditReport report = reports.poll(200, TimeUnit.MILLISECONDS);
                if (report != null) {
                    return report;
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            settle();
        }
        throw new AssertionError("no audit has ended");
    }

    @Override
    long relists() {
        return follower.relists();
    }

    @Override
    <T> T ask(Function<Engine, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        questions.add(() -> {
            try {
                answer.complete(question.apply(follower.engine()));
            } catch (RuntimeException | AssertionError e) {
                answer.completeExceptionally(e);
            }
        });
        wake(0);
        return answer.join();
    }

    /// Stops, and deletes all nodes and pods.
    @Override
    public void close() {
        cranks.reversed().forEach(ThreadCrank::close);
        informers.close();
        follower.close();
        for (JsonObject pod :
                kube.list(KubeTypes.PODS, "default", ListOptions.ALL).items()) {
            deletePod(pod.text("metadata", "name"));
        }
        for (JsonObject node : kube.list(KubeTypes.NODES, "", ListOptions.ALL).items()) {
            deleteNode(node.text("metadata", "name"));
        }
    }
}
