package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.runtime.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Seeded runs of a scheduler that crashes, and whose database is put back to a random earlier moment each time. In
/// the end every Job is complete, every pod was started once, nothing is held, and the audit finds nothing.
///
/// `-Dsluice.live.seeds=1000` runs more of them.
class RestoredStoreSimulation {
    private static final int SEEDS = Integer.getInteger("sluice.live.seeds", 30);
    private static final int MOVES = 40;
    private static final double LOST = 0.1;
    private static final int NODES = 5;
    private static final String OWN = VirtualLiveCluster.BOUND + "'schedulingGates':[{'name':'sluice.dev/queued'}],";

    private static final class Run {
        private final RandomGenerator random;
        private final VirtualLiveCluster cluster;
        private final List<CountingStore.Backup> backups = new ArrayList<>();
        private final List<String> jobs = new ArrayList<>();
        private final List<String> pods = new ArrayList<>();
        private int foreign;
        private int restores;

        Run(long seed) {
            random = new Seeds(seed).forActor("run");
            cluster = new VirtualLiveCluster(seed, NODES, "cpu=4,memory=8Gi");
            cluster.calls().lose(LOST);
            backups.add(cluster.store().backup());
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
            switch (random.nextInt(12)) {
                case 0, 1 -> restore();
                case 2, 3, 4 -> backups.add(cluster.store().backup());
                case 5 -> cluster.foreignPod("foreign-" + foreign++, "node-" + random.nextInt(NODES), "1");
                case 6 -> deleteForeign();
                case 7 -> pod("pod-" + pods.size(), "", "", path());
                case 8 -> group();
                default -> job();
            }
        }

        private void restore() {
            restores++;
            cluster.crash();
            cluster.pass(random.nextInt(30));
            cluster.store().restore(backups.get(random.nextInt(backups.size())));
            cluster.start();
            cluster.calls().lose(LOST);
        }

        private void job() {
            String name = "job-" + jobs.size();
            jobs.add(name);
            int pods = 1 + random.nextInt(NODES);
            int completions = pods + random.nextInt(2) * random.nextInt(6);
            String spec = "'parallelism':%d,'completions':%d,'backoffLimit':1000,".formatted(pods, completions)
                    + (random.nextBoolean() ? "'completionMode':'Indexed'," : "");
            if (random.nextInt(3) == 0) {
                cluster.createGated(name, spec, cpu(), runs());
            } else {
                cluster.create(name, spec, cpu(), runs());
            }
        }

        private String cpu() {
            return List.of("500m", "1", "2", "4").get(random.nextInt(4));
        }

        private String runs() {
            return "'sluice.dev/run-for':'%ds'".formatted(1 + random.nextInt(60));
        }

        private String path() {
            return random.nextBoolean() ? OWN : VirtualLiveCluster.GATED;
        }

        private void group() {
            String name = "group-" + pods.size();
            String path = path();
            int size = 2 + random.nextInt(2);
            String label = ",'sluice.dev/group':'%s'".formatted(name);
            for (int i = 0; i < size; i++) {
                pod(name + "-" + i, label, "'sluice.dev/group-size':'%d',".formatted(size), path);
            }
        }

        private void pod(String name, String labels, String annotations, String path) {
            pods.add(name);
            cluster.create(
                    KubeTypes.PODS,
                    ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'%s},'annotations':{%s%s}},"
                                    + "'spec':{%s'restartPolicy':'Never','containers':[{'name':'c','image':'i',"
                                    + "'resources':{'requests':{'cpu':'1'}}}]}}")
                            .formatted(name, labels, annotations, runs(), path));
        }

        private void deleteForeign() {
            if (foreign > 0) {
                deletePod("foreign-" + random.nextInt(foreign));
            }
        }

        private void deletePod(String name) {
            cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", name), DeleteOptions.PLAIN);
        }

        void finish() {
            for (int i = 0; i < foreign; i++) {
                try {
                    deletePod("foreign-" + i);
                } catch (ApiException _) {
                    // It was deleted before.
                }
            }
            cluster.calls().lose(0);
            for (int i = 0; i < 60 && !areAllOver(); i++) {
                cluster.pass(120);
            }
        }

        private boolean areAllOver() {
            return jobs.stream().allMatch(cluster::isComplete)
                    && pods.stream().allMatch(pod -> podOf(pod).isTerminal());
        }

        private Pod podOf(String name) {
            return new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", name)));
        }

        void check(long seed) {
            for (String job : jobs) {
                JsonObject json = cluster.jobObject(job);
                assertThat(cluster.isComplete(job))
                        .as("seed %d, %s is complete: %s", seed, job, json)
                        .isTrue();
                assertThat(cluster.startsOf(job))
                        .as("seed %d, started pods of %s", seed, job)
                        .isEqualTo((int) json.number(0, "spec", "completions"));
            }
            for (String pod : pods) {
                assertThat(podOf(pod).isTerminal())
                        .as("seed %d, %s is over: %s", seed, pod, podOf(pod).json())
                        .isTrue();
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
        }
    }

    @Test
    void everythingRunsOnceWhateverMomentTheStoreIsPutBackTo() {
        long jobs = 0;
        long pods = 0;
        long restores = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Run run = new Run(seed);
            run.play();
            run.finish();
            run.check(seed);
            jobs += run.jobs.size();
            pods += run.pods.size();
            restores += run.restores;
        }
        System.out.printf(
                "%d seeds, %d jobs, %d pods, %d restores: everything ran once, no drift%n",
                SEEDS, jobs, pods, restores);
        assertThat(restores).isPositive();
    }
}
