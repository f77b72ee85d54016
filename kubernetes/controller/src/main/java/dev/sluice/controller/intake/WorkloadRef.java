package dev.sluice.controller.intake;

import dev.sluice.jobspec.Jobspec;
import dev.sluice.kube.port.ObjectKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The Kubernetes object that a job of the queue stands for. It is kept in the jobspec's user attributes, so that a
/// restarted scheduler finds the object again.
///
/// ```
///   attributes: {user: {kubernetes: {kind: Job, namespace: lab, name: train, uid: 4f…}}}
/// ```
public record WorkloadRef(String kind, ObjectKey key, String uid) {
    public static final String JOB = "Job";
    public static final String POD = "Pod";
    public static final String GROUP = "PodGroup";

    /// No work: of a node that is told of.
    public static final String NODE = "Node";

    private static final String ATTRIBUTE = "kubernetes";

    Map<String, Object> attributes() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kind", kind);
        fields.put("namespace", key.namespace());
        fields.put("name", key.name());
        if (!uid.isEmpty()) {
            fields.put("uid", uid);
        }
        return Map.of(ATTRIBUTE, fields);
    }

    /// Returns the object of a job; empty if it has none.
    public static Optional<WorkloadRef> of(Jobspec jobspec) {
        if (!(jobspec.attributes().user().get(ATTRIBUTE) instanceof Map<?, ?> fields)) {
            return Optional.empty();
        }
        return Optional.of(new WorkloadRef(
                text(fields, "kind"),
                new ObjectKey(text(fields, "namespace"), text(fields, "name")),
                text(fields, "uid")));
    }

    public boolean isPod() {
        return kind.equals(POD);
    }

    public boolean isJob() {
        return kind.equals(JOB);
    }

    public boolean isGroup() {
        return kind.equals(GROUP);
    }

    private static String text(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof String text ? text : "";
    }
}
