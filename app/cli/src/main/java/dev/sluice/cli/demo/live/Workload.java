package dev.sluice.cli.demo.live;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// What is submitted, and when. The seed decides sizes and times.
///
/// @param jobs in the order of their submission
record Workload(List<Submission> jobs, JsonObject service) {
    /// The job that needs most of the machine at once.
    static final String GANG = "simulation";

    static final int NODES = 6;
    static final String SHAPE = "cpu=8,memory=32Gi";
    static final int CORES = 8;

    Workload {
        jobs = List.copyOf(jobs);
    }

    /// A Job.
    ///
    /// @param atSeconds after the beginning
    record Submission(double atSeconds, String name, JsonObject job) {}

    static Workload of(RandomGenerator random) {
        List<Submission> jobs = new ArrayList<>();
        int first = 3 + random.nextInt(2);
        jobs.add(job(0.5, "assembly", first, CORES, 8 + random.nextInt(3), 13));
        jobs.add(job(2.5, GANG, NODES - 1, CORES, 6 + random.nextInt(3), 40));
        double at = 3.5;
        for (int i = 1; i <= 4; i++) {
            at += 0.5 + random.nextInt(10) / 10.0;
            jobs.add(job(at, "small-" + i, 1, 2 + 2 * random.nextInt(2), 2 + random.nextInt(3), 7));
        }
        jobs.add(job(at + 0.5, "runaway", 1, 2, 3600, 8 + random.nextInt(3)));
        jobs.add(job(at + 1.0, "long", 1 + random.nextInt(2), CORES, 6, 50));
        return new Workload(jobs, deployment());
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
