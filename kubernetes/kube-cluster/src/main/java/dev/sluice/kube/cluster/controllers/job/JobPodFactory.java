package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.object.Owners;
import dev.sluice.kube.cluster.object.Pods;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// Makes the pods of a Job.
record JobPodFactory(JobSpec spec) {
    private static final String ENV = "JOB_COMPLETION_INDEX";
    static final String FAILURES = "batch.kubernetes.io/job-index-failure-count";
    static final String IGNORED_FAILURES = "batch.kubernetes.io/job-index-ignored-failure-count";

    /// A generated name is this long, with five more characters.
    private static final int PREFIX_MAX = 58;

    JsonObject pod() {
        JsonObject job = spec.job();
        return Pods.fromTemplate(
                tracked(spec.template()), KubeObjects.name(job) + "-", Owners.controllerReference(KubeTypes.JOBS, job));
    }

    /// @param replaced the failed one in whose stead it is, if that is counted by index
    JsonObject pod(int index, @Nullable JsonObject replaced) {
        JsonObject job = spec.job();
        String number = Integer.toString(index);
        JsonObject template = tracked(spec.template())
                .withAt(Json.of(number), "metadata", "annotations", JobSpec.INDEX)
                .withAt(Json.of(number), "metadata", "labels", JobSpec.INDEX)
                .withAt(Json.of(KubeObjects.name(job) + "-" + index), "spec", "hostname");
        if (spec.hasBackoffLimitPerIndex()) {
            template = withFailureCounts(template, replaced);
        }
        JsonObject podSpec = template.object("spec");
        for (String list : new String[] {"initContainers", "containers"}) {
            podSpec = podSpec.change(list, JobPodFactory::withIndexVariable);
        }
        return Pods.fromTemplate(
                template.with("spec", podSpec),
                prefix(KubeObjects.name(job), "-" + index + "-"),
                Owners.controllerReference(KubeTypes.JOBS, job));
    }

    private static String prefix(String name, String end) {
        return name.length() + end.length() > PREFIX_MAX
                ? name.substring(0, PREFIX_MAX - end.length()) + end
                : name + end;
    }

    private static JsonObject tracked(JsonObject template) {
        JsonArray finalizers = template.array("metadata", "finalizers");
        return finalizers.toList().contains(Json.of(JobSpec.FINALIZER))
                ? template
                : template.withAt(finalizers.plus(Json.of(JobSpec.FINALIZER)), "metadata", "finalizers");
    }

    private JsonObject withFailureCounts(JsonObject template, @Nullable JsonObject replaced) {
        long counted = replaced == null ? 0 : count(replaced, FAILURES);
        long ignored = replaced == null ? 0 : count(replaced, IGNORED_FAILURES);
        if (replaced != null && spec.failurePolicy().of(replaced).counts()) {
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
                                JsonObject.of("fieldPath", Json.of("metadata.labels['" + JobSpec.INDEX + "']"))))
                .build();
        return container.with("env", env.plus(variable));
    }
}
