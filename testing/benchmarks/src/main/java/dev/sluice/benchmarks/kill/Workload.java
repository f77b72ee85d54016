package dev.sluice.benchmarks.kill;

import dev.sluice.benchmarks.apiserver.ApiClient;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Jobs of many kinds, pods and groups of pods, as intake leaves them, and what has become of them.
final class Workload {
    private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    /// The label of pods that no Job owns.
    private static final String OWN_POD = "kill-test";

    /// One of so many Jobs outlasts a restart of the scheduler.
    private static final int LONG_ONE_OF = 8;

    /// With one of so many Jobs a pod is created, and with another one a group of pods.
    private static final int PODS_ONE_OF = 10;

    private static final int GROUP_SIZE = 3;
    private static final int CONFLICT = 409;
    private static final int FIRST_FAILURE = 300;
    private static final int LARGEST_GANG = 12;

    private final ApiClient api;
    private final RandomGenerator random;
    private int created;
    private int createdPods;

    Workload(ApiClient api, RandomGenerator random) {
        this.api = api;
        this.random = random;
    }

    int created() {
        return created;
    }

    int createdPods() {
        return createdPods;
    }

    /// Creates the next Job, and sometimes pods beside it. Repeats it while the server does not answer.
    void createNext() throws InterruptedException {
        create(JOBS, job("job-" + created));
        created++;
        if (created % PODS_ONE_OF == 1) {
            createPod("", "");
        } else if (created % PODS_ONE_OF == 2) {
            String group = "\"sluice.dev/group\":\"group-%d\",".formatted(created);
            for (int i = 0; i < GROUP_SIZE; i++) {
                createPod(group, "\"sluice.dev/group-size\":\"%d\",".formatted(GROUP_SIZE));
            }
        }
    }

    private void createPod(String labels, String annotations) throws InterruptedException {
        create(PODS, """
            {"metadata":{"name":"pod-%d","labels":{%s"%s":"pod","sluice.dev/queue":"default"},
              "annotations":{%s"sluice.dev/run-for":"%dms"}},
             "spec":{"schedulerName":"sluice","schedulingGates":[{"name":"sluice.dev/queued"}],"restartPolicy":"Never",
              "containers":[{"name":"main","image":"example.com/work:1","resources":{"requests":{"cpu":"1"}}}]}}\
            """.formatted(createdPods, labels, OWN_POD, annotations, runMillis()));
        createdPods++;
    }

    private int runMillis() {
        return random.nextInt(LONG_ONE_OF) == 0 ? 10_000 + random.nextInt(10_000) : 200 + random.nextInt(4_000);
    }

    private void create(String path, String body) throws InterruptedException {
        for (int code = 0; code == 0 || (code >= FIRST_FAILURE && code != CONFLICT); ) {
            try {
                code = api.send(api.request(path)
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body))
                                .build())
                        .statusCode();
            } catch (UncheckedIOException _) {
                Thread.sleep(200);
            }
        }
    }

    private String job(String name) {
        int parallelism = 1 + random.nextInt(random.nextInt(4) == 0 ? LARGEST_GANG : 3);
        boolean isLonger = random.nextInt(4) == 0;
        int completions = isLonger ? parallelism + random.nextInt(4) : parallelism;
        boolean isGang = !isLonger && parallelism > 1 && random.nextBoolean();
        String gang = isGang ? "\"sluice.dev/ends-with-gang\":\"%d\",".formatted(parallelism) : "";
        return """
            {"metadata":{"name":"%s","labels":{"sluice.dev/queue":"default"}},
             "spec":{"suspend":true,"parallelism":%d,"completions":%d,"backoffLimit":0,"completionMode":"%s",
              "podReplacementPolicy":"Failed",
              "template":{"metadata":{"annotations":{%s"sluice.dev/run-for":"%dms"}},
               "spec":{"schedulerName":"sluice","restartPolicy":"Never",
                "containers":[{"name":"main","image":"example.com/work:1",
                 "resources":{"requests":{"cpu":"%d"}}}]}}}}\
            """.formatted(
                        name,
                        parallelism,
                        completions,
                        random.nextBoolean() ? "Indexed" : "NonIndexed",
                        gang,
                        runMillis(),
                        1 + random.nextInt(3));
    }

    /// Returns the Jobs; empty while the server does not answer.
    List<JsonObject> jobs() {
        return list(JOBS);
    }

    /// Returns the pods that no Job owns; empty while the server does not answer.
    List<JsonObject> pods() {
        return list(PODS + "?labelSelector=" + OWN_POD);
    }

    private List<JsonObject> list(String path) {
        List<JsonObject> objects = new ArrayList<>();
        try {
            HttpResponse<byte[]> response = api.send(api.request(path).GET().build());
            if (response.statusCode() < FIRST_FAILURE) {
                for (Json object : ((JsonObject) JsonText.read(response.body())).array("items")) {
                    objects.add((JsonObject) object);
                }
            }
        } catch (UncheckedIOException _) {
            // It is being restarted.
        }
        return objects;
    }

    /// Returns whether a number of Jobs, and all pods, are over.
    boolean areOver(int jobCount) {
        List<JsonObject> jobs = jobs();
        List<JsonObject> pods = pods();
        return jobs.size() == jobCount
                && jobs.stream().allMatch(Workload::isOver)
                && pods.size() == createdPods
                && pods.stream().allMatch(Workload::isPodOver);
    }

    static boolean isOver(JsonObject job) {
        return has(job, "Complete") || has(job, "Failed");
    }

    private static boolean isPodOver(JsonObject pod) {
        return pod.text("status", "phase").equals("Succeeded")
                || pod.text("status", "phase").equals("Failed");
    }

    private static boolean has(JsonObject job, String condition) {
        for (Json each : job.array("status", "conditions")) {
            if (each instanceof JsonObject it
                    && it.text("type").equals(condition)
                    && it.text("status").equals("True")) {
                return true;
            }
        }
        return false;
    }

    /// Returns what is wrong with a Job at the end.
    ///
    /// @param starts the number of started pods by the UID of their Job
    static List<String> problems(JsonObject job, Map<String, Integer> starts) {
        List<String> problems = new ArrayList<>();
        String name = job.text("metadata", "name");
        long completions = job.number(0, "spec", "completions");
        if (!has(job, "Complete")) {
            problems.add(name + " is not complete: " + job.array("status", "conditions"));
        }
        if (job.number(0, "status", "succeeded") != completions) {
            problems.add(
                    "%s: succeeded (%d) must be %d".formatted(name, job.number(0, "status", "succeeded"), completions));
        }
        if (job.number(0, "status", "failed") != 0) {
            problems.add("%s: failed (%d) must be 0".formatted(name, job.number(0, "status", "failed")));
        }
        int started = starts.getOrDefault(job.text("metadata", "uid"), 0);
        if (started != completions) {
            problems.add("%s: pods started (%d) must be %d".formatted(name, started, completions));
        }
        return problems;
    }

    /// Returns what is wrong with a pod of no Job at the end.
    ///
    /// @param starts how often each pod was started, by UID
    static List<String> podProblems(JsonObject pod, Map<String, Integer> starts) {
        List<String> problems = new ArrayList<>();
        String name = pod.text("metadata", "name");
        if (!pod.text("status", "phase").equals("Succeeded")) {
            problems.add("%s: phase (%s) must be Succeeded".formatted(name, pod.text("status", "phase")));
        }
        int started = starts.getOrDefault(pod.text("metadata", "uid"), 0);
        if (started != 1) {
            problems.add("%s: starts (%d) must be 1".formatted(name, started));
        }
        return problems;
    }
}
