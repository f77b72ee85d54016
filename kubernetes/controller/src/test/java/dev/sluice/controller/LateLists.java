package dev.sluice.controller;

import dev.sluice.controller.sync.Source;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.runtime.time.Clock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/// A server that lists some kinds of objects later than others, as for informers of which each has its own connection.
final class LateLists extends ForwardingKube {
    private final Clock clock;
    private final Map<Source, Long> from;

    /// @param from the times from which sources can be listed; others can be at once
    LateLists(Kube kube, Clock clock, Map<Source, Long> from) {
        super(kube);
        this.clock = clock;
        this.from = Map.copyOf(from);
    }

    @Override
    public KubeList list(ResourceType type, String namespace, ListOptions options) {
        check(type, options.fieldSelector());
        return super.list(type, namespace, options);
    }

    @Override
    public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        check(type, options.fieldSelector());
        return super.watch(type, namespace, options, wake);
    }

    private void check(ResourceType type, String fields) {
        if (clock.nowNanos() < from.getOrDefault(sourceOf(type, fields), Long.MIN_VALUE)) {
            throw new UncheckedIOException(new IOException("not listed yet"));
        }
    }

    private static Source sourceOf(ResourceType type, String fields) {
        if (type.equals(KubeTypes.NODES)) {
            return Source.NODES;
        } else if (type.equals(KubeTypes.JOBS)) {
            return Source.JOBS;
        } else if (type.equals(KubeTypes.NAMESPACES)) {
            return Source.NAMESPACES;
        } else if (type.equals(KubeTypes.PRIORITY_CLASSES)) {
            return Source.PRIORITY_CLASSES;
        }
        return fields.startsWith("spec.schedulerName=") ? Source.OWN_PODS : Source.FOREIGN_PODS;
    }
}
