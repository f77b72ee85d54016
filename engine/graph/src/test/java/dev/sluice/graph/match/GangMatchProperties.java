package dev.sluice.graph.match;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.pod.Colocation;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.jobspec.pod.TaintEffect;
import dev.sluice.jobspec.pod.TopologySpread;
import dev.sluice.jobspec.pod.WhenUnsatisfiable;
import dev.sluice.runtime.random.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// On small random machines, a gang is placed if and only if trying all numbers of pods per node finds a way, and the
/// placement obeys its rules.
class GangMatchProperties {
    private static final HostPort PORT = HostPort.tcp(8080);

    @Property(tries = 1500)
    void gangsArePlacedIfAndOnlyIfTheyCanBe(@ForAll long seed) {
        Case it = new Case(new Seeds(seed).forActor("case"));

        Optional<Placement> found = it.matcher.match(it.jobspec(), View.NOW, 0, 10);

        Optional<long[]> possible =
                it.anyWay(it.colocation().map(Colocation::isDemand).orElse(false));
        assertThat(found.isPresent()).as("%s", it).isEqualTo(possible.isPresent());
        found.ifPresent(placement -> {
            long[] pods = it.podsOf(placement);
            assertThat(Arrays.stream(pods).sum()).as("%s", it).isEqualTo(it.pods);
            boolean isColocated = it.colocation().isPresent() && it.isColocated(pods);
            boolean couldBe = it.colocation().isPresent() && it.anyWay(true).isPresent();
            assertThat(isColocated).as("%s: %s", it, Arrays.toString(pods)).isEqualTo(couldBe);
            assertThat(it.obeys(pods, isColocated))
                    .as("%s: %s", it, Arrays.toString(pods))
                    .isTrue();
        });
    }

    @Property(tries = 300)
    void laterPlacesAreFoundAsSoonAsTheyAreFree(@ForAll long seed) {
        Case it = new Case(new Seeds(seed).forActor("case"));

        Optional<Placement> planned = it.matcher.match(it.jobspec(), View.PLANNED, 100, 110);
        Optional<Placement> empty = it.matcher.match(it.jobspec(), View.EMPTY, 0, 10);

        // All holdings end before.
        assertThat(planned.isPresent()).as("%s", it).isEqualTo(empty.isPresent());
    }

    @Property(tries = 1000)
    void whatFitsStillFitsWhenMoreIsFree(@ForAll long seed) {
        Case it = new Case(new Seeds(seed).forActor("case"));
        CompiledJobspec request = new CompiledJobspec(it.jobspec());
        boolean fitted = it.matcher.match(request, View.NOW, 0, 10).isPresent();

        it.occupancy.release(it.random.nextInt(it.nodes.size()) + (it.random.nextBoolean() ? 1000 : 0));

        assertThat(request.isMonotone()).isTrue();
        assertThat(it.matcher.match(request, View.NOW, 0, 10).isPresent() || !fitted)
                .as("%s", it)
                .isTrue();
    }

    /// Racks of nodes with cores, of which some are held; some nodes are in zones, tainted, or without the label that
    /// the request asks for.
    private static final class Case {
        final RandomGenerator random;
        final ResourceGraph graph = new ResourceGraph();
        final List<Integer> nodes = new ArrayList<>();
        final Occupancy occupancy;
        final Matcher matcher;
        final SchedulingDirectives directives;
        final long[] free;
        final boolean[] usable;
        final boolean[] matching;
        final boolean[] portHeld;
        final long coresPerPod;
        final int podsPerUnit;
        final long pods;

        Case(RandomGenerator random) {
            this.random = random;
            int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, -1);
            graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
            int racks = 1 + random.nextInt(3);
            for (int rack = 0; rack < racks; rack++) {
                int vertex = add(cluster, "rack", rack);
                for (int node = 1 + random.nextInt(2); node > 0; node--) {
                    addNode(vertex);
                }
            }
            occupancy = new Occupancy(graph);
            matcher = new Matcher(
                    graph,
                    occupancy,
                    MatchPolicy.named(List.of("low", "high", "first", "hinode").get(random.nextInt(4)))
                            .orElseThrow());
            directives = directives();
            free = new long[nodes.size()];
            usable = new boolean[nodes.size()];
            matching = new boolean[nodes.size()];
            portHeld = new boolean[nodes.size()];
            for (int i = 0; i < free.length; i++) {
                describe(i);
            }
            coresPerPod = 1 + random.nextLong(2);
            podsPerUnit = random.nextInt(3) == 0 ? 2 : 1;
            pods = (1 + random.nextInt(4)) * (long) podsPerUnit;
        }

        private void addNode(int rack) {
            int node = add(rack, "node", nodes.size());
            nodes.add(node);
            for (int core = random.nextInt(5); core > 0; core--) {
                add(node, "core", core);
            }
            if (random.nextInt(4) > 0) {
                graph.setProperty(node, "zone", random.nextBoolean() ? "a" : "b");
            }
            if (random.nextInt(5) == 0) {
                graph.setTaints(node, List.of(new Taint("t", "", TaintEffect.NO_SCHEDULE)));
            }
            if (random.nextInt(5) > 0) {
                graph.setProperty(node, "ok", "");
            }
        }

        private int add(int parent, String type, int id) {
            int vertex = graph.addVertex(new VertexKind(type, type, "", 1), id, graph.vertexCount(), -1);
            graph.addEdge(parent, vertex, ResourceGraph.CONTAINMENT);
            return vertex;
        }

        private SchedulingDirectives directives() {
            SchedulingDirectives some = SchedulingDirectives.NONE;
            if (random.nextInt(3) == 0) {
                some = some.withHostPorts(PORT);
            }
            if (random.nextBoolean()) {
                some = some.withColocation(new Colocation(
                        key(),
                        random.nextBoolean() ? WhenUnsatisfiable.DO_NOT_SCHEDULE : WhenUnsatisfiable.SCHEDULE_ANYWAY));
            }
            if (random.nextInt(3) > 0) {
                Map<String, Long> existing = new HashMap<>();
                for (String domain : List.of("a", "b", "/cluster0/rack0", "/cluster0/rack1")) {
                    existing.put(domain, (long) random.nextInt(4));
                }
                some = some.withTopologySpread(new TopologySpread(key(), 1 + random.nextInt(2), existing));
            }
            return some;
        }

        private String key() {
            return List.of("rack", "zone", "node").get(random.nextInt(3));
        }

        private void describe(int i) {
            int node = nodes.get(i);
            long cores = 0;
            for (int edge : graph.containmentEdges(node)) {
                if (random.nextInt(4) == 0) {
                    Placement.Builder held = Placement.builder();
                    held.add(graph.target(edge), edge, 1, true, 4);
                    addShared(node, held);
                    occupancy.add(new Occupancy.Holding(i, held.build(), 0, 20, false));
                } else {
                    cores++;
                }
            }
            free[i] = cores;
            matching[i] = graph.properties(node).containsKey("ok");
            usable[i] = matching[i] && graph.taints(node).isEmpty();
            if (random.nextInt(4) == 0) {
                portHeld[i] = true;
                matcher.ports().claim(1000 + i, List.of(PORT));
                Placement.Builder shared = Placement.builder();
                addShared(node, shared);
                occupancy.add(new Occupancy.Holding(1000 + i, shared.build(), 0, 20, false));
            }
        }

        private void addShared(int node, Placement.Builder held) {
            held.add(node, graph.edgeTo(node), 1, false, 3);
            int rack = graph.parent(node);
            held.add(rack, graph.edgeTo(rack), 1, false, 2);
            held.add(graph.root(), ResourceGraph.NO_EDGE, 1, false, 1);
        }

        Jobspec jobspec() {
            Jobspec plain = podsPerUnit == 1
                    ? job(10, slot(pods, core(coresPerPod)))
                    : job(10, node(pods / podsPerUnit, slot(podsPerUnit, core(coresPerPod))));
            return new Jobspec(
                    1,
                    plain.resources(),
                    plain.tasks(),
                    new Attributes(
                            plain.attributes()
                                    .system()
                                    .withConstraint(Optional.of(new Constraint.Properties(List.of("ok"))))
                                    .withDirectives(directives),
                            Map.of()));
        }

        Optional<Colocation> colocation() {
            return directives.colocation();
        }

        /// The domain of a node, or an empty text.
        private String domain(int i, String key) {
            int node = nodes.get(i);
            return switch (key) {
                case "rack" -> graph.path(graph.parent(node));
                case "node" -> graph.path(node);
                default -> graph.properties(node).getOrDefault(key, "");
            };
        }

        /// Tries all numbers of pods per node.
        Optional<long[]> anyWay(boolean colocated) {
            return anyWay(new long[nodes.size()], 0, pods, colocated);
        }

        private Optional<long[]> anyWay(long[] given, int node, long rest, boolean colocated) {
            if (node == given.length) {
                return rest == 0 && (!colocated || isColocated(given)) && obeys(given, colocated)
                        ? Optional.of(given.clone())
                        : Optional.empty();
            }
            for (long n = 0; n <= rest; n++) {
                given[node] = n;
                Optional<long[]> found = anyWay(given, node + 1, rest - n, colocated);
                if (found.isPresent()) {
                    return found;
                }
            }
            given[node] = 0;
            return Optional.empty();
        }

        boolean isColocated(long[] given) {
            TreeSet<String> domains = new TreeSet<>();
            for (int i = 0; i < given.length; i++) {
                if (given[i] > 0) {
                    domains.add(domain(i, colocation().orElseThrow().topologyKey()));
                }
            }
            return domains.size() == 1 && !domains.first().isEmpty();
        }

        /// Whether the pods fit, with their ports, and are spread as the rule says.
        boolean obeys(long[] given, boolean colocated) {
            boolean hasPorts = !directives.hostPorts().isEmpty();
            for (int i = 0; i < given.length; i++) {
                boolean wholeUnits = given[i] % podsPerUnit == 0 && (podsPerUnit == 1 || given[i] <= podsPerUnit);
                boolean fits = given[i] == 0 || (usable[i] && given[i] * coresPerPod <= free[i] && wholeUnits);
                boolean ports = !hasPorts || given[i] == 0 || (given[i] == 1 && !portHeld[i]);
                if (!fits || !ports) {
                    return false;
                }
            }
            return directives.topologySpread().isEmpty() || isSpread(given, colocated);
        }

        private boolean isSpread(long[] given, boolean colocated) {
            TopologySpread rule = directives.topologySpread().orElseThrow();
            String inside = "";
            boolean narrowed = colocated && colocation().orElseThrow().isDemand();
            for (int i = 0; i < given.length && narrowed; i++) {
                inside = given[i] > 0 ? domain(i, colocation().orElseThrow().topologyKey()) : inside;
            }
            Map<String, Long> counts = new LinkedHashMap<>();
            Map<String, Long> own = new HashMap<>();
            for (int i = 0; i < given.length; i++) {
                String domain = domain(i, rule.topologyKey());
                if (domain.isEmpty()) {
                    if (given[i] > 0) {
                        return false;
                    }
                    continue;
                }
                boolean counted = matching[i]
                        && (!narrowed
                                || domain(i, colocation().orElseThrow().topologyKey())
                                        .equals(inside));
                if (counted) {
                    counts.putIfAbsent(domain, rule.existing().getOrDefault(domain, 0L));
                    counts.merge(domain, given[i], Long::sum);
                }
                own.merge(domain, given[i], Long::sum);
            }
            long fewest =
                    counts.values().stream().mapToLong(Long::longValue).min().orElse(0);
            return own.entrySet().stream()
                    .allMatch(domain -> domain.getValue() == 0
                            || counts.getOrDefault(domain.getKey(), Long.MAX_VALUE) - fewest <= rule.maxSkew());
        }

        long[] podsOf(Placement placement) {
            long[] given = new long[nodes.size()];
            for (int i = 0; i < placement.size(); i++) {
                if (graph.type(placement.vertex(i)).equals("core")) {
                    given[nodes.indexOf(graph.parent(placement.vertex(i)))]++;
                }
            }
            for (int i = 0; i < given.length; i++) {
                assertThat(given[i] % coresPerPod).isZero();
                given[i] /= coresPerPod;
            }
            return given;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(
                    "%d pods of %d cores, %d per unit, %s, on".formatted(pods, coresPerPod, podsPerUnit, directives));
            for (int i = 0; i < nodes.size(); i++) {
                text.append("\n  ")
                        .append(graph.path(nodes.get(i)))
                        .append(graph.properties(nodes.get(i)))
                        .append(" free ")
                        .append(free[i])
                        .append(usable[i] ? "" : " not usable")
                        .append(portHeld[i] ? " port held" : "");
            }
            return text.toString();
        }
    }
}
