package dev.sluice.graph.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.runtime.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// On random machines with labels and taints, nodes are admitted as the plain version says, after every change.
class AdmissionProperties {
    private static final int EVENTS = 60;
    private static final int REQUESTS = 6;

    @Property(tries = 300)
    void nodesAreAdmittedAsThePlainVersionSaysAfterEveryChange(@ForAll long seed) {
        RandomGenerator random = new Seeds(seed).forActor("history");
        RandomMarks marks = new RandomMarks(random);
        RandomMachine machine = new RandomMachine(seed);
        ResourceGraph graph = machine.graph();
        Admissions admissions = new Admissions(graph);
        PlainAdmission plain = new PlainAdmission(graph);
        List<SystemAttributes> requests = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            requests.add(marked(machine.request(), marks).attributes().system());
        }
        for (int event = 0; event < EVENTS; event++) {
            change(graph, random, marks);
            // Not every request sees every change at once.
            SystemAttributes request = requests.get(random.nextInt(REQUESTS));
            Admission admission = admissions.of(
                    request.constraint().orElse(null), request.directives().tolerations());
            admission.catchUp();
            for (int node : nodes(graph)) {
                assertThat(admission.eligibility().admits(node))
                        .as("event %d, node %s: %s", event, graph.path(node), request)
                        .isEqualTo(plain.admits(request, node));
                if (admission.hasUnwelcome()) {
                    assertThat(admission.welcoming().admits(node))
                            .as("event %d, node %s, welcome: %s", event, graph.path(node), request)
                            .isEqualTo(plain.welcomes(request, node));
                }
            }
            assertThat(admission.hasUnwelcome())
                    .as("event %d: %s", event, request)
                    .isEqualTo(nodes(graph).stream().anyMatch(node -> plain.isUnwelcome(request, node)));
        }
    }

    @Property(tries = 300)
    void matchesEqualThoseOfTheReference(@ForAll long seed) {
        RandomGenerator random = new Seeds(seed).forActor("history");
        RandomMarks marks = new RandomMarks(random);
        RandomMachine machine = new RandomMachine(seed);
        ResourceGraph graph = machine.graph();
        for (int node : nodes(graph)) {
            marks.label(graph, node);
            if (random.nextInt(3) == 0) {
                marks.taint(graph, node);
            }
        }
        Occupancy occupancy = new Occupancy(graph);
        MatchPolicy policy =
                MatchPolicy.named(random.nextBoolean() ? "low" : "first").orElseThrow();
        Matcher matcher = new Matcher(graph, occupancy, policy);
        ReferenceOccupancy referenceOccupancy = new ReferenceOccupancy(graph);
        ReferenceMatcher reference = new ReferenceMatcher(graph, referenceOccupancy, policy);
        for (long job = 0; job < 20; job++) {
            Jobspec jobspec = marked(machine.request(), marks);
            Optional<Placement> found = matcher.match(jobspec, View.NOW, 0, 10);
            Optional<Placement> expected = reference.match(jobspec, View.NOW, 0, 10);

            assertThat(MatcherProperties.text(graph, found))
                    .as("job %d: %s", job, jobspec)
                    .isEqualTo(MatcherProperties.text(graph, expected));
            if (found.isPresent() && random.nextBoolean()) {
                occupancy.hold(new Occupancy.Holding(job, found.get(), 0, 10, false));
                referenceOccupancy.hold(job, found.get(), 0, 10, false);
                reference.noteUse(found.get(), true);
            }
        }
    }

    private static void change(ResourceGraph graph, RandomGenerator random, RandomMarks marks) {
        List<Integer> nodes = nodes(graph);
        int node = nodes.get(random.nextInt(nodes.size()));
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> marks.label(graph, node);
            case 4, 5, 6 -> marks.taint(graph, node);
            case 7 -> graph.setName(node, "node" + random.nextInt(3));
            case 8 -> {
                if (nodes.size() > 1) {
                    graph.remove(node);
                }
            }
            default -> {
                int added = graph.addVertex(new VertexKind("node", "node", "", 1), 1000, graph.vertexCount(), -1);
                graph.addEdge(graph.parent(node), added, ResourceGraph.CONTAINMENT);
                marks.label(graph, added);
            }
        }
    }

    static Jobspec marked(Jobspec jobspec, RandomMarks marks) {
        SystemAttributes system = jobspec.attributes()
                .system()
                .withConstraint(marks.constraint())
                .withDirectives(SchedulingDirectives.tolerating(marks.tolerations()));
        return new Jobspec(jobspec.version(), jobspec.resources(), jobspec.tasks(), new Attributes(system, Map.of()));
    }

    private static List<Integer> nodes(ResourceGraph graph) {
        List<Integer> nodes = new ArrayList<>();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.isNode(vertex) && !graph.isRemoved(vertex)) {
                nodes.add(vertex);
            }
        }
        return nodes;
    }
}
