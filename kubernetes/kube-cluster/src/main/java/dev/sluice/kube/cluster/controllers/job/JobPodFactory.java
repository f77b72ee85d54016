package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.object.Pod;
import org.jspecify.annotations.Nullable;

/// Builds the pods of a Job from its template.
record JobPodFactory(Job job) {
    private static final String ENV = "JOB_COMPLETION_INDEX";
    static final String FAILURES = "batch.kubernetes.io/job-index-failure-count";
    static final String IGNORED_FAILURES = "batch.kubernetes.io/job-index-ignored-failure-count";

    /// The maximum length of the prefix; the server appends five characters.
    private static final int PREFIX_MAX = 58;

    JsonObject pod() {
        return Pod.fromTemplate(tracked(job.template()), name() + "-", reference())
                .json();
    }

    /// @param replaced the failed pod with the same index, if the backoff limit is per index
    JsonObject pod(int index, @Nullable JsonObject replaced) {
        String number = Integer.toString(index);
        JsonObject template = tracked(job.template())
                .withAt(Json.of(number), "metadata", "annotations", Job.INDEX)
                .withAt(Json.of(number), "metadata", "labels", Job.INDEX)
                .withAt(Json.of(name() + "-" + index), "spec", "hostname");
        if (job.hasBackoffLimitPerIndex()) {
            template = withFailureCounts(template, replaced);
        }
        JsonObject podSpec = template.object("spec");
        for (String list : new String[] {"initContainers", "containers"}) {
            podSpec = podSpec.change(list, JobPodFactory::withIndexVariable);
        }
        return Pod.fromTemplate(template.with("spec", podSpec), prefix(name(), "-" + index + "-"), reference())
                .json();
    }

    private String name() {
        return KubeObjects.name(job.json());
    }

    private JsonObject reference() {
        return Owners.controllerReference(KubeTypes.JOBS, job.json());
    }

    private static String prefix(String name, String end) {
        return name.length() + end.length() > PREFIX_MAX
                ? name.substring(0, PREFIX_MAX - end.length()) + end
                : name + end;
    }

    private static JsonObject tracked(JsonObject template) {
        JsonArray finalizers = template.array("metadata", "finalizers");
        return finalizers.toList().contains(Json.of(Job.TRACKING))
                ? template
                : template.withAt(finalizers.plus(Json.of(Job.TRACKING)), "metadata", "finalizers");
    }

    private JsonObject withFailureCounts(JsonObject template, @Nullable JsonObject replaced) {
        long counted = replaced == null ? 0 : count(replaced, FAILURES);
        long ignored = replaced == null ? 0 : count(replaced, IGNORED_FAILURES);
        if (replaced != null && FailurePolicy.ofJob(job).of(replaced).counts()) {
            counted++;
        } else if (replaced != null) {
            ignored++;
        }
        JsonObject with = template.withAt(Json.of(Long.toString(counted)), "metadata", "annotations", FAILURES);
        return ignored == 0
                ? with
                : with.withAt(Json.of(Long.toString(ignored)), "metadata", "annotations", IGNORED_FAILURES);
    }

    static long count(JsonObject pod, String annotation) {
        try {
            return Math.max(0, Integer.parseInt(pod.text("metadata", "annotations", annotation)));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static Json withIndexVariable(Json containers) {
        if (!(containers instanceof JsonArray array)) {
            return containers;
        }
        return array.map(item -> item instanceof JsonObject container ? withIndexVariable(container) : item);
    }

    private static JsonObject withIndexVariable(JsonObject container) {
        JsonArray env = container.array("env");
        for (int i = 0; i < env.size(); i++) {
            if (env.object(i).text("name").equals(ENV)) {
                return container;
            }
        }
        JsonObject variable = JsonObject.builder()
                .put("name", ENV)
                .put(
                        "valueFrom",
                        JsonObject.of(
                                "fieldRef",
                                JsonObject.of("fieldPath", Json.of("metadata.labels['" + Job.INDEX + "']"))))
                .build();
        return container.with("env", env.plus(variable));
    }
}
