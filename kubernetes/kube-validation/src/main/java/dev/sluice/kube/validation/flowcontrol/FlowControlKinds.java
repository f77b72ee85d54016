package dev.sluice.kube.validation.flowcontrol;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `flowcontrol.apiserver.k8s.io`.
public final class FlowControlKinds {
    public static final List<Kind> ALL = List.of(
            Kind.printed("flowschemas.flowcontrol.apiserver.k8s.io", FlowControlColumns.FLOW_SCHEMAS),
            Kind.printed(
                    "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io", FlowControlColumns.PRIORITY_LEVELS));

    private FlowControlKinds() {}
}
