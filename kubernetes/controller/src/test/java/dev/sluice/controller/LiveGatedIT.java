package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.call.ThreadedCalls;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.store.InMemoryQueueStore;
import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Gated Jobs, pods and groups on a real control plane: an unmodified kube-scheduler binds their pods to the nodes that
/// were decided, and the API server accepts all of our writes.
@RealKubernetes(nodes = 3, shared = false)
class LiveGatedIT {
    private static final long PATIENCE_SECONDS = 120;
    private static final String CONTAINERS =
            "'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'2'}}}]";

    private final List<ThreadCrank> cranks = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ConcurrentLinkedQueue<Throwable> faults = new ConcurrentLinkedQueue<>();
    private KubeClient kube;
    private LiveScheduler scheduler;

    @BeforeEach
    void start(ControlPlane running) {
        kube = KubeClient.connect(Credentials.ofKubeconfig(running.kubeconfig(), ""));
        SystemClock clock = new SystemClock();
        TimerQueue informerTimers = new TimerQueue();
        TimerQueue engineTimers = new TimerQueue();
        TimerQueue auditTimers = new TimerQueue();
        scheduler = new LiveScheduler(
                kube,
                new LiveScheduler.Options(
                        ClusterFollower.Options.DEFAULT,
                        EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE),
                        "low",
                        new JobTranslation(Map.of())),
                new InMemoryQueueStore(),
                1,
                inbox -> new ThreadedCalls(kube, threads, inbox::answer, engineTimers, clock),
                clock,
                informerTimers,
                engineTimers,
                new Seeds(1),
                new LiveScheduler.Listeners(_ -> {}, DecisionListener.NONE),
                new ClusterFollower.Wakes(() -> wake(0), () -> wake(1), () -> wake(2)));
        Faults noted = (_, fault) -> faults.add(fault);
        cranks.add(new ThreadCrank("informers", clock, informerTimers, scheduler.informerSteps(), noted));
        cranks.add(new ThreadCrank("engine", clock, engineTimers, scheduler.engineSteps(), noted));
        cranks.add(new ThreadCrank(
                "auditor", clock, auditTimers, List.of(scheduler.auditor(auditTimers, 1_000_000_000L)), noted));
        cranks.forEach(ThreadCrank::start);
    }

    private void wake(int crank) {
        if (crank < cranks.size()) {
            cranks.get(crank).wake();
        }
    }

    @AfterEach
    void stop() {
        cranks.reversed().forEach(ThreadCrank::close);
        scheduler.close();
        threads.close();
        kube.close();
        assertThat(faults).isEmpty();
    }

    private static void waitUntil(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time until " + what).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private JsonObject job(String name) {
        return kube.get(KubeTypes.JOBS, FollowedCluster.key("default", name));
    }

    private boolean isComplete(String name) {
        return Conditions.isTrue(job(name), "Complete");
    }

    private Pod pod(String name) {
        return new Pod(kube.get(KubeTypes.PODS, FollowedCluster.key("default", name)));
    }

    private void create(String kind, String text) {
        kube.create(
                kind.equals("Job") ? KubeTypes.JOBS : KubeTypes.PODS,
                "default",
                FollowedCluster.object(text),
                WriteOptions.PLAIN);
    }

    @Test
    void kubeSchedulerBindsPinnedPodsOfJobsPodsAndGroups() {
        create(
                "Job",
                ("{'metadata':{'name':'train','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'podReplacementPolicy':'Failed','parallelism':3,'completions':3,'completionMode':"
                                + "'Indexed','template':{'spec':{%s%s}}}}")
                        .formatted(VirtualLiveCluster.GATED, CONTAINERS));
        waitUntil("the Job is complete", () -> isComplete("train"));
        for (JsonObject json :
                kube.list(KubeTypes.PODS, "default", ListOptions.ALL).items()) {
            assertThat(new Pod(json).nodeName())
                    .isNotEmpty()
                    .isEqualTo(json.text("metadata", "annotations", "sluice.dev/nodes"));
        }

        create(
                "Pod",
                ("{'metadata':{'name':'picky'},'spec':{%s'affinity':{'nodeAffinity':{"
                                + "'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{"
                                + "'matchExpressions':[{'key':'kubernetes.io/hostname','operator':'Exists'}]},{"
                                + "'matchExpressions':[{'key':'no/such','operator':'Exists'}]}]}}},%s}}")
                        .formatted(VirtualLiveCluster.GATED, CONTAINERS));
        waitUntil("the pod is bound", () -> pod("picky").isPlaced());
        assertThat(pod("picky").nodeName())
                .isEqualTo(pod("picky").json().text("metadata", "annotations", "sluice.dev/nodes"));

        for (String name : List.of("one", "two")) {
            create(
                    "Pod",
                    ("{'metadata':{'name':'%s','labels':{'sluice.dev/group':'pair'},'annotations':{"
                                    + "'sluice.dev/group-size':'2'}},'spec':{%s%s}}")
                            .formatted(name, VirtualLiveCluster.GATED, CONTAINERS));
        }
        waitUntil(
                "the group is bound", () -> pod("one").isPlaced() && pod("two").isPlaced());
    }

    @Test
    void aMissedJobIsAdoptedAndRunsWhenItIsLetGo() {
        create(
                "Job",
                ("{'metadata':{'name':'missed','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'template':{'spec':{%s}}}}")
                        .formatted(CONTAINERS));
        waitUntil(
                "the Job is held",
                () -> !job("missed")
                        .text("metadata", "annotations", "sluice.dev/hold")
                        .isEmpty());
        assertThat(job("missed").text("spec", "podReplacementPolicy")).isEqualTo("Failed");

        kube.patch(
                KubeTypes.JOBS,
                FollowedCluster.key("default", "missed"),
                "",
                Patch.merge(FollowedCluster.object("{'metadata':{'annotations':{'sluice.dev/hold':null}}}")),
                WriteOptions.PLAIN);
        waitUntil("the Job is complete", () -> isComplete("missed"));
        assertThat(kube.list(KubeTypes.EVENTS, "default", ListOptions.ALL).items())
                .extracting(event -> event.text("reason"))
                .contains("Adopted", "Queued", "Held", "Released");
    }
}
