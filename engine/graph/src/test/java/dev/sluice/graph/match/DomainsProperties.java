package dev.sluice.graph.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.runtime.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// After every change, domains equal those of a model built from scratch.
class DomainsProperties {
    @Property(tries = 200)
    void domainsFollowEveryChange(@ForAll long seed) {
        RandomGenerator random = new Seeds(seed).forActor("history");
        ResourceGraph graph = new RandomMachine(seed).graph();
        List<Domains> all = List.of(
                new Domains(graph, "zone"),
                new Domains(graph, "rack"),
                new Domains(graph, "node"),
                new Domains(graph, "row"));
        for (int event = 0; event < 40; event++) {
            change(graph, random);
            Domains domains = all.get(random.nextInt(all.size()));
            domains.catchUp();
            Domains fresh = new Domains(graph, domains.key());
            fresh.catchUp();

            assertThat(members(domains))
                    .as("event %d, %s", event, domains.key())
                    .isEqualTo(members(fresh));
        }
    }

    @Example
    void numbersOfDomainsWithoutNodesAreUsedAgain() {
        ResourceGraph graph = new RandomMachine(1).graph();
        Domains hosts = new Domains(graph, "host");
        int first = add(graph, graph.root(), "node");
        graph.setProperty(first, "host", "first");
        for (int i = 0; i < 100; i++) {
            int node = add(graph, graph.root(), "node");
            graph.setProperty(node, "host", "n" + i);
            hosts.catchUp();
            assertThat(hosts.name(hosts.of(node))).isEqualTo("n" + i);
            assertThat(hosts.name(hosts.of(first))).isEqualTo("first");
            graph.remove(node);
            hosts.catchUp();
            assertThat(hosts.of(node)).isEqualTo(Domains.NONE);
        }

        assertThat(hosts.count()).isEqualTo(2);
    }

    private static List<String> members(Domains domains) {
        List<String> members = new ArrayList<>();
        for (int node = domains.nextNode(0); node >= 0; node = domains.nextNode(node + 1)) {
            int domain = domains.of(node);
            members.add(node + " " + (domain == Domains.NONE ? "none" : domains.name(domain)));
        }
        return members;
    }

    private static void change(ResourceGraph graph, RandomGenerator random) {
        List<Integer> nodes = new ArrayList<>();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.isNode(vertex) && !graph.isRemoved(vertex)) {
                nodes.add(vertex);
            }
        }
        int node = nodes.get(random.nextInt(nodes.size()));
        switch (random.nextInt(6)) {
            case 0, 1 -> graph.setProperty(node, "zone", random.nextBoolean() ? "a" : "b");
            case 2 -> graph.removeProperty(node, "zone");
            case 3 -> {
                if (nodes.size() > 1) {
                    graph.remove(node);
                }
            }
            case 4 -> add(graph, graph.parent(node), "node");
            default -> add(graph, add(graph, graph.root(), random.nextBoolean() ? "rack" : "row"), "node");
        }
    }

    private static int add(ResourceGraph graph, int parent, String type) {
        int id = graph.vertexCount();
        int vertex = graph.addVertex(new VertexKind(type, type, "", 1), id, id, -1);
        graph.addEdge(parent, vertex, ResourceGraph.CONTAINMENT);
        return vertex;
    }
}
