package dev.sluice.cli.simulate;

import dev.sluice.cli.simulate.MachineMixin.Named;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.simulator.drive.SimulatedMachine;
import java.util.HashSet;
import java.util.Set;

/// The properties of a machine that a queue configuration refers to.
///
/// @param name its name in outputs
/// @param size the number of processors or hosts
/// @param isCounted whether its processors are only counted, so that queues may own some
/// @param requested the types of resources that jobs request, so that limits can count them
record MachineFacts(
        String name, int size, boolean isCounted, Set<String> hosts, Set<String> properties, Set<String> requested) {
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
        SimulatedMachine machine = named.machine();
        return new MachineFacts(
                named.name(),
                machine.size(),
                machine.isPooled() && machine.isUniform() && hosts.isEmpty(),
                hosts,
                properties,
                machine.requestedTypes());
    }
}
