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

/// Jobs of many kinds, as intake leaves them, and what has become of them.
final class Workload {
    private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";
    private static final int CONFLICT = 409;
    private static final int FIRST_FAILURE = 300;
    private static final int LARGEST_GANG = 12;

    private final ApiClient api;
    private final RandomGenerator random;
    private int created;

    Workload(ApiClient api, RandomGenerator random) {
        this.api = api;
        this.random = random;
    }

    int created() {
        return created;
    }

    /// Creates the next Job. Repeats it while the server does not answer.
    void createNext() throws InterruptedException {
        String body = job("job-" + created);
        for (int code = 0; code == 0 || (code >= FIRST_FAILURE && code != CONFLICT); ) {
            try {
                code = api.send(api.request(JOBS)
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body))
                                .build())
                        .statusCode();
            } catch (UncheckedIOException _) {
                Thread.sleep(200);
            }
        }
        created++;
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
                        200 + random.nextInt(4_000),
                        1 + random.nextInt(3));
    }

    /// Returns the Jobs; empty while the server does not answer.
    List<JsonObject> jobs() {
        List<JsonObject> jobs = new ArrayList<>();
        try {
            HttpResponse<byte[]> response = api.send(api.request(JOBS).GET().build());
            if (response.statusCode() < FIRST_FAILURE) {
                for (Json job : ((JsonObject) JsonText.read(response.body())).array("items")) {
                    jobs.add((JsonObject) job);
                }
            }
        } catch (UncheckedIOException _) {
            // It is being restarted.
        }
        return jobs;
    }

    static boolean isOver(JsonObject job) {
        return has(job, "Complete") || has(job, "Failed");
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
}
