package dev.sluice.kube.validation;

import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.validation.admissionregistration.AdmissionRegistrationKinds;
import dev.sluice.kube.validation.apiregistration.ApiRegistrationKinds;
import dev.sluice.kube.validation.apps.AppsKinds;
import dev.sluice.kube.validation.autoscaling.AutoscalingKinds;
import dev.sluice.kube.validation.batch.BatchKinds;
import dev.sluice.kube.validation.certificates.CertificatesKinds;
import dev.sluice.kube.validation.coordination.CoordinationKinds;
import dev.sluice.kube.validation.core.CoreKinds;
import dev.sluice.kube.validation.core.NamespaceStrategy;
import dev.sluice.kube.validation.core.NodeStrategy;
import dev.sluice.kube.validation.core.pod.PodStrategy;
import dev.sluice.kube.validation.discovery.DiscoveryKinds;
import dev.sluice.kube.validation.events.EventsKinds;
import dev.sluice.kube.validation.flowcontrol.FlowControlKinds;
import dev.sluice.kube.validation.networking.NetworkingKinds;
import dev.sluice.kube.validation.node.NodeKinds;
import dev.sluice.kube.validation.policy.PolicyKinds;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.rbac.RbacKinds;
import dev.sluice.kube.validation.resource.ResourceKinds;
import dev.sluice.kube.validation.scheduling.SchedulingKinds;
import dev.sluice.kube.validation.storage.StorageKinds;
import dev.sluice.kube.validation.strategy.ExpressionValidator;
import dev.sluice.kube.validation.strategy.Kind;
import dev.sluice.kube.validation.strategy.KindStrategy;
import dev.sluice.kube.validation.strategy.PlainStrategy;
import dev.sluice.kube.validation.strategy.Strategy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The strategy of each built-in resource: defaults, validation, warnings, printed columns and conversions.
///
/// Each API group has a package with its kinds; `kinds.txt` has what a table can express of them.
public final class Strategies {
    private static final Map<String, TableStrategy.Facts> FACTS = StrategyTable.read();

    private final Map<String, Strategy> strategies = new HashMap<>();

    public Strategies(ExpressionValidator expressions) {
        FACTS.forEach((resource, facts) ->
                strategies.put(resource, new TableStrategy(facts, KindStrategy.NONE, Cells.NAME_AND_CREATION)));
        Stream.of(
                        CoreKinds.ALL,
                        ApiRegistrationKinds.ALL,
                        AppsKinds.ALL,
                        AutoscalingKinds.ALL,
                        BatchKinds.ALL,
                        CertificatesKinds.ALL,
                        CoordinationKinds.ALL,
                        DiscoveryKinds.ALL,
                        EventsKinds.ALL,
                        FlowControlKinds.ALL,
                        NetworkingKinds.ALL,
                        NodeKinds.ALL,
                        PolicyKinds.ALL,
                        RbacKinds.ALL,
                        ResourceKinds.ALL,
                        SchedulingKinds.ALL,
                        StorageKinds.ALL,
                        AdmissionRegistrationKinds.all(expressions))
                .flatMap(List::stream)
                .forEach(this::add);
        strategies.put("pods", new PodStrategy());
        strategies.put("nodes", new NodeStrategy());
        strategies.put("namespaces", new NamespaceStrategy());
    }

    private void add(Kind kind) {
        TableStrategy.Facts facts = FACTS.get(kind.resource());
        strategies.put(
                kind.resource(),
                facts == null
                        ? new PlainStrategy(true, true, false, kind.columns())
                        : new TableStrategy(facts, kind.strategy(), kind.columns()));
    }

    /// The strategy of a resource; unknown resources are stored as they are given.
    public Strategy of(ResourceType type) {
        return strategies.getOrDefault(type.groupResource(), PlainStrategy.WITH_STATUS);
    }
}
