package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.cluster.RemoteNodeFleet;
import dev.sluice.kube.cluster.nodes.Delay;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.cluster.nodes.PodStarts;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.queue.image.JobTable;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The suite on a real control plane, whose nodes are simulated with kubelet admission. The API server applies the
/// policies of intake, and Sluice has the account and the rights of the manifests.
@RealKubernetes(nodes = 0, shared = false, without = Component.KWOK)
class LiveClusterIT extends LiveClusterContractTest {
    private static final Delay START = new Delay.Fixed(50_000_000);
    private static final long REGISTRATION_SECONDS = 60;

    private static KubeClient client;
    private static KubeClient own;
    private static RealIntake intake;
    private static RemoteNodeFleet fleet;

    private RealLiveWorld world;

    @BeforeAll
    static void startNodes(ControlPlane running, @TempDir Path folder) throws InterruptedException {
        client = KubeClient.connect(Credentials.ofKubeconfig(running.kubeconfig(), ""));
        FleetSettings settings = new FleetSettings(
                LiveWorld.NODES, "node-", NodeShape.parse(LiveWorld.SHAPE), 0, START, FleetSettings.HEARTBEAT_NANOS);
        fleet = RemoteNodeFleet.start(
                client, settings, PodStarts.IGNORED, new SystemClock(), new Seeds(1), (_, fault) -> {
                    throw new IllegalStateException(fault);
                });
        if (!fleet.awaitRegistered(REGISTRATION_SECONDS)) {
            throw new IllegalStateException("the nodes have not registered");
        }
        intake = new RealIntake(running, client);
        own = KubeClient.connect(Credentials.ofKubeconfig(intake.installAccount(folder), ""));
        intake.start();
    }

    @AfterAll
    static void stopNodes() {
        fleet.close();
        own.close();
        client.close();
    }

    @BeforeEach
    void startScheduler() {
        world = new RealLiveWorld(client, own, intake);
        world.awaitNodes();
    }

    @Override
    LiveWorld world() {
        return world;
    }

    /// The embedded server does not add default requests to pods.
    @Test
    void podsWithoutRequestsGetThoseThatTheirNamespacesLimitRangeSays() {
        world.create(
                KubeTypes.LIMIT_RANGES,
                "{'metadata':{'name':'defaults'},'spec':{'limits':[{'type':'Container','defaultRequest':{'cpu':'2'}}]}}");
        try {
            // By the end of the first Job everyone knows the LimitRange.
            for (String name : List.of("first", "second")) {
                world.create(
                        KubeTypes.JOBS,
                        ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'}},'spec':{"
                                        + "'parallelism':6,'completions':6,'template':{"
                                        + "'metadata':{'annotations':{'sluice.dev/run-for':'1s'}},'spec':{"
                                        + "'restartPolicy':'Never',"
                                        + "'containers':[{'name':'c','image':'i'}]}}}}")
                                .formatted(name));
                world.awaitComplete(name);
            }

            assertThat(world.jobObject("second").text("metadata", "annotations", "sluice.dev/nodes"))
                    .isEqualTo("node-[0-2]");
            assertThat(world.podsOf("second")).hasSize(6).allMatch(Pod::hasSucceeded);
        } finally {
            world.delete(KubeTypes.LIMIT_RANGES, "defaults");
        }
    }

    /// The embedded server has no StatefulSets.
    @Test
    void podsOfAStatefulSetArePlacedOneAfterAnotherAndReplaced() {
        world.create(
                KubeTypes.STATEFUL_SETS,
                "{'metadata':{'name':'store','labels':{'sluice.dev/queue':'default'}},'spec':{'replicas':3,"
                        + "'serviceName':'store','selector':{'matchLabels':{'app':'store'}},'template':{'metadata':{"
                        + "'labels':{'app':'store','sluice.dev/queue':'default'}},'spec':{'containers':[{'name':'c',"
                        + "'image':'i','resources':{'requests':{'cpu':'4'}}}]}}}}");
        try {
            world.await("its pods run", () -> world.runningPods().size() == 3);
            assertThat(world.runningPods()).allSatisfy(pod -> {
                assertThat(pod.json().text("spec", "schedulerName")).isEqualTo("sluice");
                assertThat(pod.json().text("metadata", "annotations", "sluice.dev/attempt"))
                        .isEqualTo("1");
            });
            assertThat(usersOfStarted()).hasSize(3).containsOnly(userOf(KubeTypes.STATEFUL_SETS, "store"));

            String first = uid(world.podOf("store-0"));
            world.delete(KubeTypes.PODS, "store-0");
            world.await(
                    "its replacement runs",
                    () -> world.runningPods().size() == 3
                            && !uid(world.podOf("store-0")).equals(first));
            world.assertInSync();
        } finally {
            world.delete(KubeTypes.STATEFUL_SETS, "store");
        }
        world.await("its pods are gone", () -> world.runningPods().isEmpty());
        world.awaitFree(LiveWorld.NODES * LiveWorld.NODE_MILLI);
    }

    /// Nor has it CronJobs.
    @Test
    void aJobOfACronJobIsQueuedForTheUserOfTheCronJob() {
        world.create(
                KubeTypes.CRON_JOBS,
                "{'metadata':{'name':'nightly','labels':{'sluice.dev/queue':'default'}},'spec':{"
                        + "'schedule':'* * * * *','concurrencyPolicy':'Forbid','jobTemplate':{'metadata':{'labels':{"
                        + "'sluice.dev/queue':'default'}},'spec':{'parallelism':3,'completions':3,'template':{"
                        + "'metadata':{'annotations':{'sluice.dev/run-for':'5s'}},'spec':{'restartPolicy':'Never',"
                        + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'4'}}}]}}}}}}");
        try {
            world.await("its Job runs", () -> world.runningPods().size() == 3);
            assertThat(usersOfStarted()).containsExactly(userOf(KubeTypes.CRON_JOBS, "nightly"));
            String job = world.runningPods().getFirst().json().text("metadata", "labels", "job-name");
            assertThat(job).startsWith("nightly-");
            world.awaitComplete(job);

            assertThat(world.jobObject(job).text("metadata", "annotations", "sluice.dev/nodes"))
                    .isEqualTo("node-[0-2]");
            assertThat(world.jobObject(job).object("metadata", "annotations").has("sluice.dev/user"))
                    .as("it inherits the user")
                    .isFalse();
        } finally {
            world.delete(KubeTypes.CRON_JOBS, "nightly");
        }
    }

    private static String uid(Pod pod) {
        return KubeObjects.uid(pod.json());
    }

    private String userOf(ResourceType type, String name) {
        String user = world.kube()
                .get(type, FollowedCluster.key("default", name))
                .text("metadata", "annotations", "sluice.dev/user");
        assertThat(user).isNotEmpty();
        return user;
    }

    private List<String> usersOfStarted() {
        return world.ask(engine -> {
            JobTable table = engine.table();
            return IntStream.range(0, table.size())
                    .filter(job -> !table.isFree(job) && table.isStarted(job))
                    .mapToObj(job -> table.job(job).owner().user())
                    .toList();
        });
    }
}
