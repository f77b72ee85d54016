package dev.sluice.controller;

import static dev.sluice.controller.FollowedCluster.SECOND;
import static dev.sluice.controller.FollowedCluster.key;
import static dev.sluice.controller.FollowedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.sync.InformerCranks;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.VirtualCluster;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeFleet;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.cluster.nodes.NodeTemplate;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.testkit.kubernetes.FaultyKube;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Seeded runs on a cluster with controllers and simulated kubelets: pods are refused, started, resized, ended and
/// evicted by them, nodes fail and return, and a scheduler that knows nothing of resources binds at random.
///
/// `-Dsluice.sync.seeds=1000` runs more of them.
class KubeletSimulation {
    private static final int SEEDS = Integer.getInteger("sluice.sync.seeds", 20);
    private static final int MOVES = 80;
    private static final double FAULTS = 0.02;
    private static final long AUDIT_SECONDS = 120;

    /// Few names for pods, so that some return with other UIDs.
    private static final int NAMES = 30;

    private static final List<NodeTemplate> TEMPLATES = List.of(
            NodeTemplate.of(NodeShape.parse("cpu=4,memory=8Gi,pods=6")).in("a", "r1"),
            NodeTemplate.of(NodeShape.parse("cpu=16,memory=64Gi,gpu=4")).in("a", "r2"),
            NodeTemplate.of(NodeShape.parse("cpu=8,memory=32Gi")).tainted("batch", "only", "NoSchedule"),
            NodeTemplate.of(NodeShape.parse("cpu=2,memory=4Gi,gpu=1")).in("b", "r1"));

    /// What moves have brought about, by UID: the server refuses some of them.
    private static final class Effects {
        private final Set<String> resized = new HashSet<>();
        private final Set<String> refused = new HashSet<>();
        private final Set<String> ofKubelets = new HashSet<>();
        private final Set<String> reregistered = new HashSet<>();
        private final Set<String> recreated = new HashSet<>();

        void add(Effects others) {
            resized.addAll(others.resized);
            refused.addAll(others.refused);
            ofKubelets.addAll(others.ofKubelets);
            reregistered.addAll(others.reregistered);
            recreated.addAll(others.recreated);
        }
    }

    /// One run: a cluster, what follows it, and what changes it.
    private static final class Run {
        private final RandomGenerator random;
        private final VirtualCluster cluster;
        private final NodeFleet fleet;
        private final FaultyKube faulty;
        private final List<AuditReport> reports = new ArrayList<>();
        private final List<String> nodes = new ArrayList<>();
        private final Map<String, String> reregistered = new HashMap<>();
        private final Map<String, String> firstUids = new HashMap<>();
        private final Effects effects = new Effects();
        private int pods;

        Run(long seed) {
            Seeds seeds = new Seeds(seed);
            random = seeds.forActor("run");
            cluster = new VirtualCluster(seeds.within("cluster"), 1_000_000 * SECOND);
            fleet = cluster.addNodes(FleetSettings.of(0, NodeShape.DEFAULT, 0));
            faulty = new FaultyKube(cluster.kube(), seeds.forActor("faults"), FAULTS, random.nextBoolean());
            TimerQueue timers = (TimerQueue) cluster.context().timers();
            ClusterFollower follower = new ClusterFollower(
                    faulty,
                    ClusterFollower.Options.DEFAULT,
                    InformerCranks.one(timers),
                    timers,
                    seeds.within("follower"),
                    reports::add,
                    ClusterFollower.Wakes.NONE);
            follower.informerSteps().values().forEach(cluster.context()::drive);
            follower.engineSteps().forEach(cluster.context()::drive);
            cluster.context().drive(follower.auditor(timers, AUDIT_SECONDS * SECOND));
        }

        private Kube kube() {
            return cluster.kube();
        }

        private void pass(long seconds) {
            cluster.advanceTo(cluster.nowNanos() + seconds * SECOND);
        }

        void play() {
            for (int i = 0; i < MOVES; i++) {
                try {
                    move();
                } catch (ApiException _) {
                    // The server refuses some random moves.
                }
                pass(random.nextInt(15));
                look();
            }
        }

        /// Notes what has come of the moves.
        private void look() {
            for (JsonObject json :
                    kube().list(KubeTypes.PODS, "", ListOptions.ALL).items()) {
                String uid = KubeObjects.uid(json);
                String first = firstUids.putIfAbsent(KubeObjects.name(json), uid);
                if (first != null && !first.equals(uid)) {
                    effects.recreated.add(uid);
                }
                if (json.text("status", "reason").startsWith("OutOf")) {
                    effects.refused.add(uid);
                }
                if (KubeObjects.namespace(json).equals("kube-system") && new Pod(json).isPlaced()) {
                    effects.ofKubelets.add(uid);
                }
                for (Json each : json.array("status", "containerStatuses")) {
                    if (each instanceof JsonObject status
                            && status.text("allocatedResources", "cpu").compareTo("1") > 0) {
                        effects.resized.add(uid);
                    }
                }
            }
            for (JsonObject json :
                    kube().list(KubeTypes.NODES, "", ListOptions.ALL).items()) {
                String before = reregistered.get(KubeObjects.name(json));
                if (before != null && !before.equals(KubeObjects.uid(json))) {
                    effects.reregistered.add(KubeObjects.uid(json));
                }
            }
        }

        private void move() {
            if (nodes.size() < 3 || random.nextInt(10) == 0) {
                addNode();
            } else if (random.nextInt(5) == 0) {
                changeNode(nodes.get(random.nextInt(nodes.size())));
            } else {
                changePods();
            }
        }

        private void addNode() {
            String name = "node-" + random.nextInt(8);
            if (!nodes.contains(name)) {
                nodes.add(name);
                fleet.add(name, TEMPLATES.get(random.nextInt(TEMPLATES.size())));
            }
        }

        private void changeNode(String name) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    nodes.remove(name);
                    fleet.remove(name);
                }
                case 1 -> {
                    reregistered.put(name, KubeObjects.uid(kube().get(KubeTypes.NODES, key("", name))));
                    kube().delete(KubeTypes.NODES, key("", name), DeleteOptions.PLAIN);
                    fleet.reregister(name);
                }
                case 2 ->
                    fleet.setAllocatable(
                            name,
                            TEMPLATES.get(random.nextInt(TEMPLATES.size())).shape());
                default ->
                    fleet.runStatic(
                            name,
                            object(
                                    "{'metadata':{'namespace':'kube-system','name':'proxy-%d'},'spec':{'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'100m'}}}]}}"
                                            .formatted(pods++)));
            }
        }

        private void changePods() {
            List<JsonObject> all =
                    kube().list(KubeTypes.PODS, "default", ListOptions.ALL).items();
            if (all.size() < 5 || random.nextInt(3) == 0) {
                addPod();
                return;
            }
            JsonObject pod = all.get(random.nextInt(all.size()));
            String name = pod.text("metadata", "name");
            switch (random.nextInt(4)) {
                case 0 -> kube().delete(KubeTypes.PODS, key("default", name), DeleteOptions.PLAIN);
                case 1 ->
                    kube().patch(
                                    KubeTypes.PODS,
                                    key("default", name),
                                    "resize",
                                    Patch.strategic(object(
                                            "{'spec':{'containers':[{'name':'c','resources':{'requests':{'cpu':'%d'},'limits':{'cpu':'%d'}}}]}}"
                                                    .formatted(1 + random.nextInt(3), 4))),
                                    WriteOptions.PLAIN);
                default -> bind(name);
            }
        }

        private void bind(String name) {
            String node = nodes.get(random.nextInt(nodes.size()));
            kube().act(
                            KubeTypes.PODS,
                            key("default", name),
                            "binding",
                            object(("{'apiVersion':'v1','kind':'Binding','metadata':{'name':'%s'},"
                                            + "'target':{'kind':'Node','name':'%s'}}")
                                    .formatted(name, node)),
                            WriteOptions.PLAIN);
        }

        private void addPod() {
            String gpu = random.nextInt(4) == 0 ? ",'nvidia.com/gpu':'1'" : "";
            String runFor = random.nextBoolean() ? "forever" : random.nextInt(300) + "s";
            kube().create(
                            KubeTypes.PODS,
                            "default",
                            object(
                                    "{'metadata':{'name':'pod-%d','annotations':{'sluice.dev/run-for':'%s'}},'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1','memory':'1Gi'%s},'limits':{'cpu':'4','memory':'1Gi'%s}}}]}}"
                                            .formatted(random.nextInt(NAMES), runFor, gpu, gpu)),
                            WriteOptions.PLAIN);
        }

        /// Nodes go on to send heartbeats, so objects change during an audit, but these are few.
        AuditReport audit() {
            faulty.heal();
            int wanted = reports.size() + 2;
            for (int i = 0; i < 20 && reports.size() < wanted; i++) {
                pass(AUDIT_SECONDS);
            }
            assertThat(reports).as("audits end").hasSizeGreaterThanOrEqualTo(wanted);
            faulty.fail(FAULTS);
            return reports.getLast();
        }
    }

    @Test
    void theAuditFindsNothingWhileKubeletsAndControllersWork() {
        long pods = 0;
        long audits = 0;
        Effects effects = new Effects();
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(seed);
            for (int round = 0; round < 3; round++) {
                run.play();
                AuditReport report = run.audit();
                assertThat(report.drifts()).as("seed %d, round %d", seed, round).isEmpty();
                pods += report.pods();
            }
            for (AuditReport report : run.reports) {
                assertThat(report.drifts())
                        .as("seed %d, while it changes", seed)
                        .isEmpty();
            }
            audits += run.reports.size();
            effects.add(run.effects);
        }
        assertThat(effects.resized).as("pods that kubelets have resized").isNotEmpty();
        assertThat(effects.refused).as("pods that kubelets have refused").isNotEmpty();
        assertThat(effects.ofKubelets).as("static pods").isNotEmpty();
        assertThat(effects.reregistered).as("nodes that have registered again").isNotEmpty();
        assertThat(effects.recreated).as("pods with the name of an earlier one").isNotEmpty();
        assertThat(pods).as("pods are compared").isPositive();
        System.out.printf(
                "%d seeds, %d audits, %d pods compared, %d with the name of an earlier one, %d resized, %d refused, "
                        + "%d static, %d nodes registered again: no drift%n",
                SEEDS,
                audits,
                pods,
                effects.recreated.size(),
                effects.resized.size(),
                effects.refused.size(),
                effects.ofKubelets.size(),
                effects.reregistered.size());
    }
}
