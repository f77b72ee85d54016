package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.runtime.random.Seeds;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Seeded runs of pods and groups of pods on both paths, beside another scheduler's pods. The scheduler crashes, its
/// calls get lost, pods are deleted. In the end every pod is over, nothing is held, and the audit finds nothing.
///
/// `-Dsluice.live.seeds=1000` runs more of them.
class LivePodsSimulation {
    private static final int SEEDS = Integer.getInteger("sluice.live.seeds", 30);
    private static final int MOVES = 40;
    private static final double LOST = 0.1;
    private static final int NODES = 5;

    private static final class Run {
        private final RandomGenerator random;
        private final VirtualLiveCluster cluster;
        private int created;
        private int foreign;
        private int crashes;

        Run(long seed) {
            random = new Seeds(seed).forActor("run");
            cluster = new VirtualLiveCluster(seed, NODES, "cpu=4,memory=8Gi");
            cluster.calls().lose(LOST);
        }

        void play() {
            for (int i = 0; i < MOVES; i++) {
                try {
                    move();
                } catch (ApiException _) {
                    // The object of a random move may be gone.
                }
                cluster.pass(random.nextInt(20));
            }
        }

        private void move() {
            switch (random.nextInt(10)) {
                case 0 -> restart();
                case 1, 2 ->
                    cluster.foreignPod(
                            "foreign-" + foreign++,
                            "node-" + random.nextInt(NODES),
                            Integer.toString(1 + random.nextInt(3)));
                case 3 -> delete("foreign-" + random.nextInt(1 + foreign));
                case 4 -> delete("pod-" + random.nextInt(1 + created));
                case 5, 6, 7 -> pod("'sluice.dev/queue':'default'", "");
                default -> group();
            }
        }

        private void restart() {
            crashes++;
            cluster.crash();
            cluster.pass(random.nextInt(30));
            cluster.startInAnyOrder(random);
            cluster.calls().lose(LOST);
        }

        private void delete(String name) {
            cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", name), DeleteOptions.PLAIN);
        }

        private void group() {
            String name = "group-" + created;
            int size = 2 + random.nextInt(3);
            for (int i = 0; i < size; i++) {
                pod(
                        "'sluice.dev/queue':'default','sluice.dev/group':'" + name + "'",
                        "'sluice.dev/group-size':'" + size + "',");
                cluster.pass(random.nextInt(2));
            }
        }

        private void pod(String labels, String annotations) {
            boolean isBound = random.nextBoolean();
            String path = isBound
                    ? VirtualLiveCluster.BOUND + "'schedulingGates':[{'name':'sluice.dev/queued'}],"
                    : VirtualLiveCluster.GATED;
            String cpu = annotations.isEmpty() ? List.of("500m", "1", "2", "4").get(random.nextInt(4)) : "2";
            cluster.create(
                    KubeTypes.PODS,
                    ("{'metadata':{'name':'pod-%d','labels':{%s},'annotations':{%s'sluice.dev/run-for':'%ds'}},'spec':{"
                                    + "%s'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':{"
                                    + "'requests':{'cpu':'%s'}}}]}}")
                            .formatted(created++, labels, annotations, 1 + random.nextInt(60), path, cpu));
        }

        private List<JsonObject> pods() {
            return cluster.kube()
                    .list(KubeTypes.PODS, "default", ListOptions.ALL)
                    .items();
        }

        /// Pods of groups that have lost a pod wait for ever.
        private boolean isOpen(JsonObject json) {
            String group = json.text("metadata", "labels", "sluice.dev/group");
            if (new Pod(json).isTerminal() || group.isEmpty() || !isGated(json)) {
                return !new Pod(json).isTerminal();
            }
            long members = pods().stream()
                    .filter(pod ->
                            pod.text("metadata", "labels", "sluice.dev/group").equals(group) && isGated(pod))
                    .count();
            return members >= Integer.parseInt(json.text("metadata", "annotations", "sluice.dev/group-size"));
        }

        private static boolean isGated(JsonObject pod) {
            return !pod.array("spec", "schedulingGates").isEmpty();
        }

        void finish() {
            for (JsonObject pod : pods()) {
                if (pod.text("metadata", "name").startsWith("foreign-")) {
                    delete(pod.text("metadata", "name"));
                }
            }
            cluster.calls().lose(0);
            for (int i = 0; i < 60 && pods().stream().anyMatch(this::isOpen); i++) {
                cluster.pass(120);
            }
        }

        void check(long seed) {
            assertThat(pods().stream().filter(this::isOpen).map(pod -> pod.text("metadata", "name")))
                    .as("seed %d, pods that have not ended", seed)
                    .isEmpty();
            assertThat(cluster.scheduler().engine().table().runningCount())
                    .as("seed %d, running jobs", seed)
                    .isZero();
            cluster.audit();
            for (AuditReport report : cluster.reports()) {
                assertThat(report.drifts())
                        .as("seed %d at %d", seed, report.atNanos())
                        .isEmpty();
            }
            assertThat(cluster.reports())
                    .as("seed %d, own pods that count as foreign", seed)
                    .allMatch(report -> report.ownForeign() == 0);
        }
    }

    @Test
    void everyPodEndsWhateverFails() {
        long pods = 0;
        long crashes = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Run run = new Run(seed);
            run.play();
            run.finish();
            run.check(seed);
            pods += run.created;
            crashes += run.crashes;
        }
        System.out.printf("%d seeds, %d pods, %d crashes: every pod over, no drift%n", SEEDS, pods, crashes);
        assertThat(crashes).isPositive();
    }
}
