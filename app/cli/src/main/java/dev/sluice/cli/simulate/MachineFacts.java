package dev.sluice.cli.simulate;

import dev.sluice.cli.simulate.MachineMixin.Named;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.simulator.drive.SimulatedMachine;
import java.util.HashSet;
import java.util.Set;

/// What a queue configuration may name of a machine.
///
/// @param name what outputs call it
/// @param size how many processors or hosts it has
/// @param isCounted whether its processors are only counted, so that queues may have some of their own
/// @param requested the types of resources that jobs ask for, so that limits can count them
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
