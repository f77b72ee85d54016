package dev.sluice.kube.validation.batch;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.core.pod.PodTemplateWarnings;
import dev.sluice.kube.validation.core.pod.PodTemplates;
import dev.sluice.kube.validation.field.Defaults;
import dev.sluice.kube.validation.field.Selectors;
import dev.sluice.kube.validation.field.SortedKeys;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Jobs: the server generates the labels of their pods; most fields are immutable unless the Job is suspended.
final class JobStrategy implements KindStrategy {
    private static final String ORPHANED_PODS = "child pods are preserved by default when jobs are deleted; set"
            + " propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning";

    private static final long BACKOFF_LIMIT = 6;

    private static final List<String> NAME_LABELS = List.of("job-name", "batch.kubernetes.io/job-name");
    private static final List<String> UID_LABELS = List.of("controller-uid", "batch.kubernetes.io/controller-uid");
    private static final String SELECTED = "batch.kubernetes.io/controller-uid";

    private static final List<String> IMMUTABLE =
            List.of("completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy");

    @Override
    public JsonObject applyDefaults(JsonObject object) {
        return labelled(object.with("spec", filledSpec(object.object("spec"))));
    }

    /// A job without labels has those of its pods.
    private static JsonObject labelled(JsonObject job) {
        JsonObject labels = job.object("spec", "template", "metadata", "labels");
        boolean isUnlabelled = job.object("metadata", "labels").isEmpty();
        return isUnlabelled && !labels.isEmpty() ? job.withAt(labels, "metadata", "labels") : job;
    }

    static JsonObject filledSpec(JsonObject given) {
        JsonObject spec = given;
        if (!spec.has("completions") && !spec.has("parallelism")) {
            spec = spec.with("completions", Json.of(1));
        }
        spec = Defaults.number(spec, "parallelism", 1);
        spec = Defaults.number(
                spec, "backoffLimit", spec.has("backoffLimitPerIndex") ? Integer.MAX_VALUE : BACKOFF_LIMIT);
        return Defaults.text(
                spec, "podReplacementPolicy", spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
    }

    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        if (object.isTrue("spec", "manualSelector")) {
            return object;
        }
        // Labels that it has from its pods are theirs in the end, too.
        boolean hasOwn =
                !object.object("metadata", "labels").equals(object.object("spec", "template", "metadata", "labels"));
        JsonObject job = hasOwn ? object : object.withoutAt("metadata", "labels");
        for (String label : NAME_LABELS) {
            job = labelled(job, label, KubeObjects.name(object));
        }
        for (String label : UID_LABELS) {
            job = labelled(job, label, KubeObjects.uid(object));
        }
        if (job.at("spec", "selector", "matchLabels", SELECTED) == null) {
            job = job.withAt(Json.of(KubeObjects.uid(object)), "spec", "selector", "matchLabels", SELECTED);
        }
        return labelled(job);
    }

    /// Labels that the user has set stay, and validation reports them.
    private static JsonObject labelled(JsonObject job, String label, String value) {
        String[] path = {"spec", "template", "metadata", "labels", label};
        return job.at(path) == null ? job.withAt(Json.of(value), path) : job;
    }

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        checkGenerated(object, errors);
        JsonObject spec = object.object("spec");
        checkSpec(spec, errors);
        long completions = spec.number(0, "completions");
        if (JobSpecValidation.isIndexed(spec) && completions > 0) {
            String name = KubeObjects.name(object);
            String longest = name + "-" + (completions - 1);
            if (!NameValidation.label(longest).isEmpty()) {
                errors.invalid("metadata.name", name, "will not able to create pod with invalid DNS label: " + longest);
            }
        }
    }

    private static void checkSpec(JsonObject spec, ValidationErrors errors) {
        JobSpecValidation.validate(spec, "spec", errors);
        if (!spec.has("selector")) {
            errors.required("spec.selector");
        } else {
            Selectors.validate(spec.get("selector"), "spec.selector", errors);
        }
        PodTemplates.mustMatch(spec.object("template"), spec, "spec.template", errors);
    }

    private static void checkGenerated(JsonObject object, ValidationErrors errors) {
        if (object.isTrue("spec", "manualSelector") || !object.object("spec").has("selector")) {
            return;
        }
        JsonObject expected = JsonObject.EMPTY;
        for (int i = 0; i < UID_LABELS.size(); i++) {
            mustHaveLabel(object, UID_LABELS.get(i), KubeObjects.uid(object), errors);
            mustHaveLabel(object, NAME_LABELS.get(i), KubeObjects.name(object), errors);
            expected = expected.with(UID_LABELS.get(i), KubeObjects.uid(object))
                    .with(NAME_LABELS.get(i), KubeObjects.name(object));
        }
        JsonObject selector = object.object("spec", "selector");
        if (!Selectors.matches(selector, expected)) {
            errors.invalid("spec.selector", SortedKeys.of(selector), "`selector` not auto-generated");
        }
    }

    private static void mustHaveLabel(JsonObject object, String label, String value, ValidationErrors errors) {
        JsonObject labels = object.object("spec", "template", "metadata", "labels");
        String field = "spec.template.metadata.labels[" + label + "]";
        if (!labels.has(label)) {
            errors.required(field, "must be '" + value + "'");
        } else if (!labels.text(label).equals(value)) {
            errors.invalid(field, SortedKeys.of(labels), "must be '" + value + "'");
        }
    }

    @Override
    public void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        JsonObject before = old.object("spec");
        // Kubernetes looks at the specification twice, and says so.
        checkSpec(spec, errors);
        checkCompletions(spec, before, errors);
        if (!Objects.equals(spec.get("selector"), before.get("selector"))) {
            errors.invalid("spec.selector", SortedKeys.of(spec.get("selector")), ValidationErrors.IMMUTABLE);
        }
        checkTemplate(spec, before, JobStatusValidation.mayChangeTemplate(old), errors);
        for (String field : IMMUTABLE) {
            errors.immutable("spec." + field, spec.get(field), before.get(field));
        }
    }

    private static void checkCompletions(JsonObject spec, JsonObject before, ValidationErrors errors) {
        Json completions = spec.get("completions");
        if (!JobSpecValidation.isIndexed(spec)) {
            errors.immutable("spec.completions", completions, before.get("completions"));
        } else if (completions != null
                && !completions.equals(before.get("completions"))
                && !completions.equals(spec.get("parallelism"))) {
            errors.invalid("spec.completions", completions, "can only be modified in tandem with spec.parallelism");
        }
    }

    /// While a job is suspended and none of its pods are about, where they will run and what they need may change.
    private static void checkTemplate(JsonObject spec, JsonObject before, boolean mayChange, ValidationErrors errors) {
        JsonObject template = spec.object("template");
        JsonObject oldTemplate = before.object("template");
        if (mayChange) {
            oldTemplate = withDirectivesOf(oldTemplate, template);
            JsonObject pod = template.object("spec");
            JsonObject oldPod = oldTemplate.object("spec");
            for (String list : List.of("containers", "initContainers")) {
                oldPod = withResourcesOf(oldPod, pod, list);
            }
            if (!pod.equals(oldPod)) {
                errors.invalid("spec.template.spec", ValidationErrors.IMMUTABLE);
            }
        } else if (!template.equals(oldTemplate)) {
            errors.invalid("spec.template", ValidationErrors.IMMUTABLE);
        }
    }

    private static JsonObject withDirectivesOf(JsonObject old, JsonObject template) {
        JsonObject pod = template.object("spec");
        JsonObject changed = old.object("spec");
        for (String field : List.of("nodeSelector", "tolerations", "schedulingGates")) {
            changed = with(changed, field, pod.get(field));
        }
        JsonObject affinity = changed.object("affinity");
        JsonObject now = pod.object("affinity");
        affinity = with(affinity, "nodeAffinity", now.get("nodeAffinity"));
        boolean isGone = affinity.isEmpty() && !pod.has("affinity");
        changed = isGone || (!pod.has("affinity") && !changed.has("affinity"))
                ? changed.without("affinity")
                : changed.with("affinity", affinity);
        JsonObject metadata = old.object("metadata");
        for (String field : List.of("labels", "annotations")) {
            metadata = with(metadata, field, template.at("metadata", field));
        }
        return old.with("spec", changed).with("metadata", metadata);
    }

    private static JsonObject withResourcesOf(JsonObject old, JsonObject pod, String list) {
        JsonArray before = old.array(list);
        JsonArray now = pod.array(list);
        if (before.isEmpty() || before.size() != now.size()) {
            return old;
        }
        JsonArray changed = before;
        for (int i = 0; i < before.size(); i++) {
            JsonObject container = now.object(i);
            if (container.text("name").equals(before.object(i).text("name"))) {
                changed = changed.with(i, with(before.object(i), "resources", container.get("resources")));
            }
        }
        return old.with(list, changed);
    }

    private static JsonObject with(JsonObject object, String field, @Nullable Json value) {
        return Objects.isNull(value) ? object.without(field) : object.with(field, value);
    }

    @Override
    public void validateStatusUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        JobStatusValidation.validate(object, old, errors);
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        PodTemplateWarnings.ofName(object, old, warnings);
        if (PodTemplateWarnings.isChanged(object, old)) {
            JobWarnings.ofSpec(object.object("spec"), "spec", warnings);
        }
        PodTemplateWarnings.ofTemplate(object, old, "spec.template", warnings);
    }

    @Override
    public String deletionWarning(String propagation) {
        return propagation.isEmpty() ? ORPHANED_PODS : "";
    }
}
