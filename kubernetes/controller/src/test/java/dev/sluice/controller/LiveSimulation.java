package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Seeded runs of a scheduler that crashes, whose calls and answers get lost, beside another scheduler that binds where
/// it likes, on nodes that fail and return. In the end every Job is over, as the Job controller defines it, nothing
/// is held, and the audit finds nothing.
///
/// `-Dsluice.live.seeds=1000` runs more of them.
class LiveSimulation {
    private static final int SEEDS = Integer.getInteger("sluice.live.seeds", 30);
    private static final int MOVES = 40;
    private static final double LOST = 0.1;
    private static final int NODES = 5;

    private static final class Run {
        private final RandomGenerator random;
        private final VirtualLiveCluster cluster;
        private final List<String> jobs = new ArrayList<>();
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
                case 1, 2 -> foreignPod();
                case 3 -> cordon(random.nextInt(NODES), true);
                case 4 -> cordon(random.nextInt(NODES), false);
                case 5 -> deleteForeign();
                default -> job();
            }
        }

        private void restart() {
            crashes++;
            cluster.crash();
            cluster.pass(random.nextInt(30));
            cluster.startInAnyOrder(random);
            cluster.calls().lose(LOST);
        }

        private void job() {
            String name = "job-" + jobs.size();
            jobs.add(name);
            int pods = 1 + random.nextInt(NODES);
            int completions = pods + random.nextInt(2) * random.nextInt(6);
            String spec = "'parallelism':%d,'completions':%d,'backoffLimit':1000,".formatted(pods, completions)
                    + (random.nextBoolean() ? "'completionMode':'Indexed'," : "");
            String cpu = List.of("500m", "1", "2", "4").get(random.nextInt(4));
            String run = "'sluice.dev/run-for':'%ds'".formatted(1 + random.nextInt(60));
            if (random.nextInt(3) == 0) {
                cluster.createGated(name, spec, cpu, run);
            } else {
                cluster.create(name, spec, cpu, run);
            }
        }

        private void foreignPod() {
            String text = ("{'metadata':{'name':'foreign-%d'},'spec':{'nodeName':'node-%d','containers':[{'name':'c',"
                            + "'image':'i','resources':{'requests':{'cpu':'%d'}}}]}}")
                    .formatted(foreign++, random.nextInt(NODES), 1 + random.nextInt(3));
            cluster.kube().create(KubeTypes.PODS, "default", FollowedCluster.object(text), WriteOptions.PLAIN);
        }

        private void deleteForeign() {
            if (foreign > 0) {
                String name = "foreign-" + random.nextInt(foreign);
                cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", name), DeleteOptions.PLAIN);
            }
        }

        private void cordon(int node, boolean isCordoned) {
            cluster.kube()
                    .patch(
                            KubeTypes.NODES,
                            FollowedCluster.key("", "node-" + node),
                            "",
                            Patch.merge(FollowedCluster.object("{'spec':{'unschedulable':%b}}".formatted(isCordoned))),
                            WriteOptions.PLAIN);
        }

        void finish() {
            for (int node = 0; node < NODES; node++) {
                cordon(node, false);
            }
            for (JsonObject pod : cluster.kube()
                    .list(KubeTypes.PODS, "default", ListOptions.ALL)
                    .items()) {
                if (pod.text("metadata", "name").startsWith("foreign-")) {
                    cluster.kube()
                            .delete(
                                    KubeTypes.PODS,
                                    FollowedCluster.key("default", pod.text("metadata", "name")),
                                    DeleteOptions.PLAIN);
                }
            }
            cluster.calls().lose(0);
            for (int i = 0; i < 60 && jobs.stream().anyMatch(job -> !cluster.isComplete(job)); i++) {
                cluster.pass(120);
            }
        }

        void check(long seed) {
            for (String job : jobs) {
                JsonObject json = cluster.jobObject(job);
                assertThat(Conditions.isTrue(json, "Complete"))
                        .as("seed %d, %s is complete: %s", seed, job, json)
                        .isTrue();
                long completions = json.number(0, "spec", "completions");
                assertThat(cluster.podsOf(job).stream()
                                .filter(Pod::hasSucceeded)
                                .count())
                        .as("seed %d, succeeded pods of %s", seed, job)
                        .isEqualTo(completions);
            }
            assertThat(cluster.scheduler().engine().table().runningCount())
                    .as("seed %d", seed)
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
    void everyJobRunsToItsEndWhateverFails() {
        long jobs = 0;
        long crashes = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Run run = new Run(seed);
            run.play();
            run.finish();
            run.check(seed);
            jobs += run.jobs.size();
            crashes += run.crashes;
        }
        System.out.printf("%d seeds, %d jobs, %d crashes: every job complete, no drift%n", SEEDS, jobs, crashes);
        assertThat(crashes).isPositive();
    }
}
