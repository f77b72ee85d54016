package dev.sluice.kube.validation.field;

import dev.sluice.kube.select.FieldLabels;
import java.util.Map;
import java.util.Set;

/// The fields by which objects of a kind can be selected.
///
/// @param own the fields beside name and namespace
public record SelectableFields(Set<String> own) implements FieldLabels {
    /// Where fields are that are called otherwise in queries.
    private static final Map<String, String> PATHS = Map.of(
            "status.successful", "status.succeeded",
            "spec.host", "spec.nodeName",
            "source", "source.component");

    /// What Kubernetes' structs say where objects say nothing.
    private static final Map<String, String> ZEROS = Map.of(
            "status.successful", "0",
            "status.replicas", "0",
            "spec.unschedulable", "false",
            "spec.hostNetwork", "false");

    @Override
    public boolean has(String field) {
        return METADATA.has(field) || own.contains(field);
    }

    @Override
    public String path(String field) {
        return PATHS.getOrDefault(field, field);
    }

    @Override
    public String whenMissing(String field) {
        return ZEROS.getOrDefault(field, "");
    }

    @Override
    public String refusal(String field) {
        return own.isEmpty() ? METADATA.refusal(field) : FieldLabels.super.refusal(field);
    }
}
