package dev.sluice.kube.validation.node;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `node.k8s.io`.
public final class NodeKinds {
    public static final List<Kind> ALL = List.of(
            new Kind("runtimeclasses.node.k8s.io", new RuntimeClassStrategy(), RuntimeClassColumns.RUNTIME_CLASSES));

    private NodeKinds() {}
}
