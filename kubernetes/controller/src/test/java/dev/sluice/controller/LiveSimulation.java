package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.cluster.nodes.NodeTemplate;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.Share;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.Engine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Seeded runs of a scheduler that crashes, whose calls and answers get lost, beside another scheduler that binds where
/// it likes, on nodes that fail, go and return. Users delete, suspend and resize their Jobs, and delete pods; some Jobs
/// fail. In the end every Job is over, as the Job controller defines it, nothing is held, and the audit finds nothing.
/// Whenever all is quiet, Jobs hold no more places than they have pods or will create.
///
/// `-Dsluice.live.seeds=1000` runs more of them, from `-Dsluice.live.seed=0` on.
class LiveSimulation {
    private static final int SEEDS = Integer.getInteger("sluice.live.seeds", 20);
    private static final long FIRST_SEED = Long.getLong("sluice.live.seed", 0);
    private static final int MOVES = 60;
    private static final double LOST = 0.1;
    private static final int NODES = 5;
    private static final String SHAPE = "cpu=4,memory=8Gi";
    private static final String LET_GO = "{'metadata':{'annotations':{'sluice.dev/hold':null}}}";

    /// A time in which lists that come late have come, and calls that back off are made again.
    private static final int QUIET_SECONDS = 120;

    private static final NodeTemplate NODE = NodeTemplate.of(NodeShape.parse(SHAPE));

    private static final class Run {
        private final long seed;
        private final RandomGenerator random;
        private final VirtualLiveCluster cluster;
        private final List<String> jobs = new ArrayList<>();
        private final Set<String> deleted = new HashSet<>();
        private final Set<String> failing = new HashSet<>();
        private final Set<String> goneNodes = new TreeSet<>();
        private int foreign;
        private int crashes;
        private int quiets;

        Run(long seed) {
            this.seed = seed;
            random = new Seeds(seed).forActor("run");
            cluster = new VirtualLiveCluster(seed, NODES, SHAPE);
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
            switch (random.nextInt(24)) {
                case 0, 1 -> restart();
                case 2, 3 -> foreignPod();
                case 4 -> cordon(random.nextInt(NODES), true);
                case 5 -> cordon(random.nextInt(NODES), false);
                case 6 -> deleteForeign();
                case 7 -> deleteJob();
                case 8 -> patchJob("{'spec':{'suspend':true}}");
                case 9 -> patchJob(LET_GO);
                case 10 -> deletePod();
                case 11 -> patchJob("{'spec':{'parallelism':%d}}".formatted(1 + random.nextInt(NODES)));
                case 12 -> failOrRemoveNode();
                case 13 -> bringBack("node-" + random.nextInt(NODES));
                case 14 -> failingJob();
                case 15, 16 -> checkQuiet();
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
            job(
                    1000,
                    "'sluice.dev/run-for':'%ds','sluice.dev/stop-after':'%ds'"
                            .formatted(1 + random.nextInt(60), 1 + random.nextInt(30)));
        }

        private void failingJob() {
            failing.add("job-" + jobs.size());
            int seconds = 1 + random.nextInt(30);
            job(random.nextInt(3), "'sluice.dev/exit-code':'1','sluice.dev/run-for':'%ds'".formatted(seconds));
        }

        private void job(int backoffLimit, String run) {
            String name = "job-" + jobs.size();
            jobs.add(name);
            int pods = 1 + random.nextInt(NODES);
            int completions = pods + random.nextInt(2) * random.nextInt(6);
            String spec =
                    "'parallelism':%d,'completions':%d,'backoffLimit':%d,".formatted(pods, completions, backoffLimit)
                            + (random.nextBoolean() ? "'completionMode':'Indexed'," : "");
            String cpu = List.of("500m", "1", "2", "4").get(random.nextInt(4));
            if (random.nextInt(3) == 0) {
                cluster.createGated(name, spec, cpu, run);
            } else {
                cluster.create(name, spec, cpu, run);
            }
        }

        private String anyJob() {
            return jobs.isEmpty() ? "none" : jobs.get(random.nextInt(jobs.size()));
        }

        private void deleteJob() {
            String name = anyJob();
            DeleteOptions options = new DeleteOptions(OptionalLong.empty(), DeleteOptions.BACKGROUND, "", "", false);
            cluster.kube().delete(KubeTypes.JOBS, FollowedCluster.key("default", name), options);
            deleted.add(name);
        }

        private void patchJob(String patch) {
            cluster.patch(KubeTypes.JOBS, anyJob(), patch);
        }

        private void deletePod() {
            List<Pod> pods = cluster.podsOf(anyJob());
            if (!pods.isEmpty()) {
                String name = pods.get(random.nextInt(pods.size())).json().text("metadata", "name");
                cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", name), DeleteOptions.PLAIN);
            }
        }

        private void failOrRemoveNode() {
            String node = "node-" + random.nextInt(NODES);
            if (random.nextBoolean()) {
                cluster.fleet().fail(node);
            } else if (goneNodes.add(node)) {
                cluster.fleet().remove(node);
            }
        }

        private void bringBack(String node) {
            if (goneNodes.remove(node)) {
                cluster.fleet().add(node, NODE);
            } else {
                cluster.fleet().recover(node);
            }
        }

        private void checkQuiet() {
            quiets++;
            cluster.calls().lose(0);
            cluster.pass(QUIET_SECONDS);
            checkPlaces();
            cluster.calls().lose(LOST);
        }

        /// No job holds a place that no pod has and none will take.
        private void checkPlaces() {
            Engine engine = cluster.scheduler().engine();
            JobTable table = engine.table();
            for (int job = 0; job < table.size(); job++) {
                if (!table.isFree(job) && table.isStarted(job)) {
                    WorkloadRef ref = WorkloadRef.of(table.job(job).jobspec()).orElseThrow();
                    long places = engine.state().machineState().sharesOf(job).stream()
                            .filter(share -> share.path().endsWith("/pods0"))
                            .mapToLong(Share::amount)
                            .sum();
                    assertThat(places)
                            .as("seed %d at %d, places of %s", seed, cluster.nowNanos(), ref)
                            .isLessThanOrEqualTo(Math.max(placed(ref.uid()), wanted(ref)));
                }
            }
        }

        private long placed(String job) {
            return cluster.kube().list(KubeTypes.PODS, "default", ListOptions.ALL).items().stream()
                    .filter(json -> {
                        JsonObject owner = Owners.controller(json);
                        boolean isItsOwn = owner != null && owner.text("uid").equals(job);
                        return isItsOwn && !new Pod(json).isTerminal();
                    })
                    .count();
        }

        private long wanted(WorkloadRef ref) {
            return cluster.kube().list(KubeTypes.JOBS, "default", ListOptions.ALL).items().stream()
                    .filter(json -> json.text("metadata", "uid").equals(ref.uid()))
                    .map(Job::new)
                    .filter(job -> !job.isSuspended() && !job.isFinished())
                    .mapToLong(job -> Math.min(
                            job.json().number(1, "spec", "parallelism"),
                            job.json().number(1, "spec", "completions")
                                    - job.json().number(0, "status", "succeeded")))
                    .sum();
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
                bringBack("node-" + node);
                cluster.pass(5);
                cluster.fleet().recover("node-" + node);
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
            for (int i = 0; i < 90 && jobs.stream().anyMatch(job -> !isOver(job)); i++) {
                letAllGo();
                cluster.pass(120);
            }
            cluster.pass(QUIET_SECONDS);
        }

        private void letAllGo() {
            for (String job : jobs) {
                if (!deleted.contains(job)) {
                    cluster.patch(KubeTypes.JOBS, job, LET_GO);
                }
            }
        }

        private boolean isOver(String job) {
            return deleted.contains(job) || cluster.jobOf(job).isFinished();
        }

        void check() {
            for (String job : jobs) {
                if (!deleted.contains(job)) {
                    JsonObject json = cluster.jobObject(job);
                    String end = failing.contains(job) ? "Failed" : "Complete";
                    assertThat(Conditions.isTrue(json, end))
                            .as("seed %d, %s is %s: %s", seed, job, end, json)
                            .isTrue();
                    assertThat(json.number(0, "status", "succeeded"))
                            .as("seed %d, succeeded pods of %s", seed, job)
                            .isEqualTo(failing.contains(job) ? 0 : json.number(0, "spec", "completions"));
                }
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
            assertThat(cluster.reports().getLast().sparePlaces())
                    .as("seed %d, places that no pod has", seed)
                    .isZero();
        }
    }

    @Test
    void everyJobRunsToItsEndWhateverFails() {
        long jobs = 0;
        long crashes = 0;
        long quiets = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            Run run = new Run(seed);
            run.play();
            run.finish();
            run.check();
            jobs += run.jobs.size();
            crashes += run.crashes;
            quiets += run.quiets;
        }
        System.out.printf(
                "%d seeds, %d jobs, %d crashes, %d times quiet: every job over, no drift%n",
                SEEDS, jobs, crashes, quiets);
        assertThat(crashes).isPositive();
        assertThat(quiets).isPositive();
    }
}
