package dev.sluice.benchmarks.kill;

import dev.sluice.benchmarks.apiserver.ApiClient;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

    /// A server that was killed is back in seconds.
    private static final long PATIENCE_SECONDS = 120;

    private static final long RETRY_MILLIS = 200;
    private static final String NO_CONTROLLER = "-";

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

    /// Creates an object. Repeats it while the server does not answer; that it is there already means that it was
    /// created.
    void create(String path, String body) throws InterruptedException {
        HttpResponse<byte[]> _ = answer(api.request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    /// Returns a good answer, or that the object exists.
    private HttpResponse<byte[]> answer(HttpRequest request) throws InterruptedException {
        String last = "none";
        for (long i = 0; i < PATIENCE_SECONDS * 1_000 / RETRY_MILLIS; i++) {
            try {
                HttpResponse<byte[]> response = api.send(request);
                if (response.statusCode() < FIRST_FAILURE || response.statusCode() == CONFLICT) {
                    return response;
                }
                last = response.statusCode() + " " + new String(response.body(), StandardCharsets.UTF_8);
            } catch (UncheckedIOException e) {
                last = e.toString();
            }
            Thread.sleep(RETRY_MILLIS);
        }
        throw new IllegalStateException("%s: no good answer; the last one: %s".formatted(request.uri(), last));
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

    /// Returns the Jobs.
    List<JsonObject> jobs() throws InterruptedException {
        return list(JOBS);
    }

    /// Returns the pods that no Job owns.
    private List<JsonObject> pods() throws InterruptedException {
        return list(PODS + "?labelSelector=" + OWN_POD);
    }

    /// Repeats it while the server does not answer: an empty list would look as if all were lost, or all right.
    private List<JsonObject> list(String path) throws InterruptedException {
        List<JsonObject> objects = new ArrayList<>();
        HttpResponse<byte[]> response = answer(api.request(path).GET().build());
        for (Json object : ((JsonObject) JsonText.read(response.body())).array("items")) {
            objects.add((JsonObject) object);
        }
        return objects;
    }

    /// Returns whether a number of Jobs, and all pods, are over.
    boolean areOver(int jobCount) throws InterruptedException {
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

    /// Returns what is wrong at the end: every object that was created must be there, must have succeeded, and no other
    /// pod may have been started.
    ///
    /// @param starts the number of started pods by the UID of their Job
    /// @param podStarts how often each pod was started, by UID
    List<String> problems(Map<String, Integer> starts, Map<String, Integer> podStarts) throws InterruptedException {
        List<String> problems = new ArrayList<>();
        List<JsonObject> jobs = jobs();
        List<JsonObject> pods = pods();
        if (jobs.size() != created) {
            problems.add("Jobs (%d) must be as many as were created (%d)".formatted(jobs.size(), created));
        }
        if (pods.size() != createdPods) {
            problems.add("pods (%d) must be as many as were created (%d)".formatted(pods.size(), createdPods));
        }
        Set<String> known = new TreeSet<>(Set.of(NO_CONTROLLER));
        for (JsonObject job : jobs) {
            known.add(job.text("metadata", "uid"));
            problems.addAll(problems(job, starts));
        }
        starts.forEach((uid, count) -> {
            if (!known.contains(uid)) {
                problems.add("%d pods of no known Job (%s) were started".formatted(count, uid));
            }
        });
        pods.forEach(pod -> problems.addAll(podProblems(pod, podStarts)));
        if (starts.getOrDefault(NO_CONTROLLER, 0) != createdPods) {
            problems.add("starts of pods of no Job (%d) must be %d"
                    .formatted(starts.getOrDefault(NO_CONTROLLER, 0), createdPods));
        }
        return problems;
    }

    /// Returns what is wrong with a Job at the end.
    ///
    /// @param starts the number of started pods by the UID of their Job
    private static List<String> problems(JsonObject job, Map<String, Integer> starts) {
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
    private static List<String> podProblems(JsonObject pod, Map<String, Integer> starts) {
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
