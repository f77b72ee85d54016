package dev.sluice.cli.simulate;

import dev.sluice.cli.simulate.MachineMixin.Named;
import dev.sluice.graph.ResourceGraph;
import java.util.HashSet;
import java.util.Set;

/// What a queue configuration may name of a machine.
///
/// @param name what outputs call it
/// @param requested the types of resources that jobs ask for, so that limits can count them
record MachineFacts(String name, Set<String> hosts, Set<String> properties, Set<String> requested) {
    MachineFacts {
        hosts = Set.copyOf(hosts);
        properties = Set.copyOf(properties);
        requested = Set.copyOf(requested);
    }

    static MachineFacts of(Named named) {
        ResourceGraph graph = named.machine().graph().get();
        Set<String> hosts = new HashSet<>();
        Set<String> properties = new HashSet<>();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.isNode(vertex)) {
                hosts.add(graph.name(vertex));
                properties.addAll(graph.properties(vertex).keySet());
            }
        }
        return new MachineFacts(named.name(), hosts, properties, named.machine().requestedTypes());
    }
}
