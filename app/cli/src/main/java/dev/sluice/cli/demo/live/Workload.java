package dev.sluice.cli.demo.live;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/// What is submitted, and when. The seed decides sizes, times, the order, and how many small jobs there are.
///
/// @param jobs in the order of their submission
record Workload(List<Submission> jobs, JsonObject service) {
    /// The job that needs most of the machine at once.
    static final String GANG = "simulation";

    static final int NODES = 6;
    static final String SHAPE = "cpu=8,memory=32Gi";
    static final int CORES = 8;
    static final int SMALL_MIN = 3;
    static final int SMALL_MAX = 5;

    /// Beside the numbers of small jobs.
    private static final int RUNAWAY = -1;

    private static final int LONG = -2;

    Workload {
        jobs = List.copyOf(jobs);
    }

    /// A Job.
    ///
    /// @param atSeconds after the beginning
    record Submission(double atSeconds, String name, JsonObject job) {}

    /// Every story begins with a gang that must wait for another job, and a small job that can be backfilled. A node
    /// that the gang does not need has room for what is small at any time.
    static Workload of(RandomGenerator random) {
        List<Submission> jobs = new ArrayList<>();
        jobs.add(job(0.5, "assembly", 3 + random.nextInt(2), CORES, 8 + random.nextInt(3), 13));
        jobs.add(job(2.5, GANG, NODES - 1, CORES, 6 + random.nextInt(3), 40));
        jobs.add(small(3.5 + tenths(random, 5), 1, random));
        double at = jobs.getLast().atSeconds();
        List<Integer> others = new ArrayList<>(List.of(RUNAWAY, LONG));
        int smallCount = SMALL_MIN + random.nextInt(SMALL_MAX - SMALL_MIN + 1);
        for (int i = 2; i <= smallCount; i++) {
            others.add(i);
        }
        Collections.shuffle(others, random);
        for (int other : others) {
            at += 0.4 + tenths(random, 8);
            jobs.add(
                    switch (other) {
                        case RUNAWAY -> job(at, "runaway", 1, 2, 3600, 8 + random.nextInt(3));
                        case LONG -> job(at, "long", 1 + random.nextInt(2), CORES, 6, 50);
                        default -> small(at, other, random);
                    });
        }
        return new Workload(jobs, deployment());
    }

    private static double tenths(RandomGenerator random, int bound) {
        return random.nextInt(bound) / 10.0;
    }

    /// One pod, or two halves of it.
    private static Submission small(double at, int number, RandomGenerator random) {
        int pods = 1 + random.nextInt(2);
        int cores = pods == 2 ? 2 : 2 + 2 * random.nextInt(2);
        return job(at, "small-" + number, pods, cores, 2 + random.nextInt(3), 7);
    }

    private static Submission job(double at, String name, int pods, int cpu, int seconds, int wallSeconds) {
        String text = """
                {"apiVersion": "batch/v1", "kind": "Job",
                 "metadata": {"name": "%s", "annotations": {"sluice.dev/walltime": "%ds"}},
                 "spec": {"parallelism": %d, "completions": %d, "backoffLimit": 10,
                  "template": {"metadata": {"annotations": {"sluice.dev/run-for": "%ds"}},
                   "spec": {"restartPolicy": "Never",
                    "tolerations": [
                     {"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute",
                      "tolerationSeconds": 1},
                     {"key": "node.kubernetes.io/unreachable", "operator": "Exists", "effect": "NoExecute",
                      "tolerationSeconds": 1}],
                    "containers": [{"name": "main", "image": "none",
                     "resources": {"requests": {"cpu": "%d", "memory": "1Gi"}}}]}}}}
                """.formatted(name, wallSeconds, pods, pods, seconds, cpu);
        return new Submission(at, name, object(text));
    }

    /// A Deployment of a namespace that is not managed: the default scheduler places its pods.
    private static JsonObject deployment() {
        return object("""
                {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "front"},
                 "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "front"}},
                  "template": {"metadata": {"labels": {"app": "front"}},
                   "spec": {"containers": [{"name": "main", "image": "none",
                     "resources": {"requests": {"cpu": "2", "memory": "1Gi"}}}]}}}}
                """);
    }

    static JsonObject object(String text) {
        return (JsonObject) JsonText.read(text);
    }
}
