package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.call.ThreadedCalls;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.sync.InformerThreads;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.store.InMemoryQueueStore;
import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A scheduler in real time on any API server, on cranks as in production.
///
/// Markers, a node and two pods that do nothing, are changed during an audit: the watches of a real server pass a
/// version only with an event or, about once a minute, with a bookmark.
final class RealLiveWorld extends LiveWorld {
    private static final long PATIENCE_SECONDS = 120;
    private static final long AUDIT_NANOS = 200_000_000L;
    private static final long POLL_MILLIS = 200;
    private static final String MARKER = "marker";
    private static final String OWN_MARKER = "own-marker";
    private static final String DOWN = "down";
    private static final ResourceType VOLUMES =
            new ResourceType("", "v1", "persistentvolumes", "PersistentVolume", false);
    private static final ResourceType CLAIMS =
            new ResourceType("", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", true);

    private final Kube kube;
    private final RealIntake intake;
    private final LiveScheduler scheduler;
    private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
    private final LinkedBlockingQueue<AuditReport> reports = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Throwable> faults = new LinkedBlockingQueue<>();
    private final ConcurrentLinkedQueue<Runnable> questions = new ConcurrentLinkedQueue<>();
    private final Semaphore changes = new Semaphore(0);
    private final InformerThreads informers = new InformerThreads();
    private final List<ThreadCrank> cranks = new ArrayList<>();
    private int marks;

    /// @param kube as a user with all rights reaches it
    /// @param own as Sluice reaches it
    RealLiveWorld(Kube kube, Kube own, RealIntake intake) {
        this.kube = kube;
        this.intake = intake;
        create(KubeTypes.PODS, marker(MARKER, "nobody"));
        create(KubeTypes.PODS, marker(OWN_MARKER, "sluice"));
        kube.create(
                KubeTypes.NODES,
                "",
                FollowedCluster.object("{'metadata':{'name':'%s'}}".formatted(MARKER)),
                WriteOptions.PLAIN);
        SystemClock clock = new SystemClock();
        TimerQueue engineTimers = new TimerQueue();
        TimerQueue auditTimers = new TimerQueue();
        LiveScheduler.Options options = new LiveScheduler.Options(
                ClusterFollower.Options.DEFAULT,
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE),
                "low",
                new JobTranslation(Map.of()));
        scheduler = new LiveScheduler(
                own,
                options,
                new InMemoryQueueStore(),
                1,
                inbox -> new ThreadedCalls(own, calls, inbox::answer, engineTimers, clock),
                clock,
                informers,
                engineTimers,
                new Seeds(1),
                new LiveScheduler.Listeners(reports::add, DecisionListener.NONE),
                new ClusterFollower.Wakes(this::wakeEngine, () -> wake(1)));
        Faults noted = (_, fault) -> faults.add(fault);
        List<Step> engineSteps = new ArrayList<>(scheduler.engineSteps());
        engineSteps.add(new Questions());
        Step auditor = scheduler.auditor(auditTimers, AUDIT_NANOS);
        cranks.add(new ThreadCrank("engine", clock, engineTimers, engineSteps, noted));
        cranks.add(new ThreadCrank("auditor", clock, auditTimers, List.of(auditor), noted));
        cranks.forEach(ThreadCrank::start);
        informers.start(scheduler.informerSteps(), clock, noted);
    }

    private static String marker(String name, String scheduler) {
        return "{'metadata':{'name':'%s'},'spec':{'schedulerName':'%s','containers':[{'name':'c','image':'i'}]}}"
                .formatted(name, scheduler);
    }

    private void wake(int crank) {
        if (crank < cranks.size()) {
            cranks.get(crank).wake();
        }
    }

    private void wakeEngine() {
        wake(0);
        changes.release();
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

    /// Looks again whenever the engine gets news, and a few times a second.
    @Override
    void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(faults).isEmpty();
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            try {
                if (changes.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    changes.drainPermits();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Override
    <T> T asked(Function<LiveScheduler, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        questions.add(() -> {
            try {
                answer.complete(question.apply(scheduler));
            } catch (RuntimeException | AssertionError e) {
                answer.completeExceptionally(e);
            }
        });
        wake(0);
        return answer.join();
    }

    @Override
    AuditReport audit() {
        reports.clear();
        // The first may have begun before.
        AuditReport unused = nextReport();
        assertThat(unused).isNotNull();
        return nextReport();
    }

    private AuditReport nextReport() {
        for (int i = 0; i < PATIENCE_SECONDS; i++) {
            String mark = "{'metadata':{'annotations':{'mark':'%d'}}}".formatted(++marks);
            patch(KubeTypes.PODS, MARKER, mark);
            patch(KubeTypes.PODS, OWN_MARKER, mark);
            kube.patch(
                    KubeTypes.NODES,
                    FollowedCluster.key("", MARKER),
                    "",
                    Patch.merge(FollowedCluster.object(mark)),
                    WriteOptions.PLAIN);
            @Nullable AuditReport report = poll();
            if (report != null) {
                return report;
            }
        }
        throw new AssertionError("no audit has ended");
    }

    private @Nullable AuditReport poll() {
        try {
            return reports.poll(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    void claim(String name) {
        kube.create(
                VOLUMES,
                "",
                FollowedCluster.object(("{'metadata':{'name':'%s'},'spec':{'storageClassName':'manual',"
                                + "'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteMany'],"
                                + "'hostPath':{'path':'/data'}}}")
                        .formatted(name)),
                WriteOptions.PLAIN);
        create(
                CLAIMS,
                ("{'metadata':{'name':'%s'},'spec':{'storageClassName':'manual','volumeName':'%s',"
                                + "'accessModes':['ReadWriteMany'],'resources':{'requests':{'storage':'1Gi'}}}}")
                        .formatted(name, name));
    }

    /// There is neither the policy nor a webhook that answers.
    @Override
    void intakeIsDown() {
        intake.stop();
        kube.create(
                KubeTypes.MUTATING_WEBHOOKS,
                "",
                FollowedCluster.object(("{'metadata':{'name':'%s'},'webhooks':[{'name':'down.sluice.dev',"
                                + "'admissionReviewVersions':['v1'],'sideEffects':'None','failurePolicy':'Ignore',"
                                + "'timeoutSeconds':2,'clientConfig':{'url':'https://127.0.0.1:1/intake'},"
                                + "'rules':[{'apiGroups':['','batch'],'apiVersions':['v1'],'operations':['CREATE'],"
                                + "'resources':['pods','jobs']}],'objectSelector':{'matchExpressions':[{"
                                + "'key':'sluice.dev/queue','operator':'Exists'}]}}]}")
                        .formatted(DOWN)),
                WriteOptions.PLAIN);
    }

    @Override
    void intakeIsBack() {
        deleteIfThere(KubeTypes.MUTATING_WEBHOOKS, DOWN);
        intake.start();
    }

    /// Stops, and deletes what the test has made.
    @Override
    void close() {
        cranks.reversed().forEach(ThreadCrank::close);
        informers.close();
        scheduler.close();
        calls.close();
        deleteAll(KubeTypes.DEPLOYMENTS);
        deleteAll(KubeTypes.JOBS);
        deleteAll(KubeTypes.PODS);
        deleteAll(KubeTypes.EVENTS);
        deleteAll(CLAIMS);
        deleteIfThere(VOLUMES, "data");
        intakeIsBack();
        kube.delete(KubeTypes.NODES, FollowedCluster.key("", MARKER), DeleteOptions.PLAIN);
        await("all pods are gone", () -> pods().isEmpty());
        assertThat(faults).isEmpty();
    }

    private void deleteAll(ResourceType type) {
        for (JsonObject object : kube.list(type, "default", ListOptions.ALL).items()) {
            deleteIfThere(type, object.text("metadata", "name"));
        }
    }

    private void deleteIfThere(ResourceType type, String name) {
        DeleteOptions options = new DeleteOptions(OptionalLong.of(0), DeleteOptions.BACKGROUND, "", "", false);
        try {
            kube.delete(type, FollowedCluster.key(type.namespaced() ? "default" : "", name), options);
        } catch (ApiException e) {
            assertThat(e.reason()).isEqualTo("NotFound");
        }
    }
}
