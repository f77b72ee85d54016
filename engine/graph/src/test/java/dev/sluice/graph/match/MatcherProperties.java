package dev.sluice.graph.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.Jobspec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// On random machines and histories the matcher gives the same placements as the reference.
class MatcherProperties {
    private static final int REQUESTS = 40;

    @Property(tries = 500)
    void theMatcherEqualsTheReference(@ForAll long seed, @ForAll("policies") String name) {
        compare(new RandomMachine(seed), name);
    }

    @Property(tries = 1000)
    void theMatcherEqualsTheReferenceWhereVerticesHaveSeveralParents(
            @ForAll long seed, @ForAll("policies") String name) {
        compare(new RandomMachine(seed, true), name);
    }

    private static void compare(RandomMachine machine, String name) {
        ResourceGraph graph = machine.graph();
        Occupancy occupancy = new Occupancy(graph);
        MatchPolicy policy = MatchPolicy.named(name).orElseThrow();
        Matcher matcher = new Matcher(graph, occupancy, policy);
        ReferenceOccupancy referenceOccupancy = new ReferenceOccupancy(graph);
        ReferenceMatcher reference = new ReferenceMatcher(graph, referenceOccupancy, policy);
        List<Occupancy.Holding> held = new ArrayList<>();

        boolean overruns = machine.flip();
        long now = 0;

        for (long job = 0; job < REQUESTS; job++) {
            Jobspec jobspec = request(machine, graph);
            now += overruns ? machine.below(8) : 0;
            View view = List.of(View.EMPTY, View.NOW, View.NOW, View.PLANNED, View.PLANNED)
                    .get(machine.below(5));
            long start = view == View.PLANNED ? now + machine.below(60) : now;
            long end = start + jobspec.attributes().system().wholeSeconds();
            Optional<Placement> found = matcher.match(jobspec, view, start, end);
            Optional<Placement> expected = reference.match(jobspec, view, start, end);

            assertThat(text(graph, found))
                    .as("job %d, %s from %d to %d: %s", job, view, start, end, jobspec.resources())
                    .isEqualTo(text(graph, expected));

            if (found.isPresent() && view.seesHoldings() && machine.flip()) {
                Placement given = machine.flip() ? listed(found.get()) : found.get();
                Occupancy.Holding holding = new Occupancy.Holding(job, given, start, end, start > now);
                occupancy.hold(holding);
                referenceOccupancy.hold(job, given, start, end, holding.reserved());
                if (start == now) {
                    reference.noteUse(found.get(), true);
                }
                held.add(holding);
            }
            if (!held.isEmpty() && machine.below(4) == 0) {
                Occupancy.Holding gone = held.remove(machine.below(held.size()));
                occupancy.release(gone.job());
                referenceOccupancy.release(gone.job());
                if (!gone.reserved()) {
                    reference.noteUse(gone.placement(), false);
                }
            }
            if (machine.below(5) == 0) {
                graph.setDown(machine.below(graph.vertexCount()), machine.flip());
            }
        }
    }

    /// Where vertices have several parents, what a part is refused depends on the paths that the parts before it
    /// took, so only requests of one part are compared.
    private static Jobspec request(RandomMachine machine, ResourceGraph graph) {
        Jobspec jobspec = machine.request();
        while (!graph.isTree() && !ReferenceMatcher.isOnePart(jobspec.resources())) {
            jobspec = machine.request();
        }
        return jobspec;
    }

    /// Parts of one request get what separate requests would get one after another, and all get it or none does.
    @Property(tries = 300)
    void partsGetWhatTheyWouldGetOneAfterAnother(@ForAll long seed, @ForAll("fixedPolicies") String name) {
        RandomMachine machine = new RandomMachine(seed);
        ResourceGraph graph = machine.graph();
        Occupancy occupancy = new Occupancy(graph);
        Matcher matcher = new Matcher(graph, occupancy, MatchPolicy.named(name).orElseThrow());
        for (long job = 0; job < REQUESTS; job++) {
            Jobspec jobspec = machine.requestOfParts();
            Optional<Placement> together = matcher.match(jobspec, View.NOW, 0, 100);

            List<Placement> apart = new ArrayList<>();
            for (int i = 0; i < jobspec.resources().size() && apart.size() == i; i++) {
                long part = (long) REQUESTS + i;
                matcher.match(RandomMachine.part(jobspec, i), View.NOW, 0, 100).ifPresent(placement -> {
                    occupancy.hold(new Occupancy.Holding(part, placement, 0, 100, false));
                    apart.add(placement);
                });
            }
            for (int i = 0; i < apart.size(); i++) {
                occupancy.release((long) REQUESTS + i);
            }

            boolean allFit = apart.size() == jobspec.resources().size();
            assertThat(amounts(graph, together.stream().toList()))
                    .as("job %d: %s", job, jobspec.resources())
                    .isEqualTo(amounts(graph, allFit ? apart : List.of()));
            if (together.isPresent() && machine.flip()) {
                occupancy.hold(new Occupancy.Holding(job, together.get(), 0, 100, false));
            }
        }
    }

    /// By path: what is held exclusively or of a pool; 0 for vertices in shared use.
    private static Map<String, Long> amounts(ResourceGraph graph, List<Placement> placements) {
        Map<String, Long> amounts = new TreeMap<>();
        for (Placement placement : placements) {
            for (int i = 0; i < placement.size(); i++) {
                int vertex = placement.vertex(i);
                boolean isTaken = placement.isExclusive(i) || graph.isDivisible(vertex);
                amounts.merge(graph.path(vertex), isTaken ? placement.amount(i) : 0, Long::sum);
            }
        }
        return amounts;
    }

    @Provide
    Arbitrary<String> fixedPolicies() {
        return Arbitraries.of("high", "low", "hinode", "lonode", "hinodex", "lonodex", "variation");
    }

    /// The same placement with every vertex listed, as an adopted one has it.
    private static Placement listed(Placement placement) {
        Placement.Builder all = Placement.builder();
        for (int i = 0; i < placement.size(); i++) {
            all.add(placement, i);
        }
        return all.build();
    }

    static String text(ResourceGraph graph, Optional<Placement> placement) {
        if (placement.isEmpty()) {
            return "none";
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < placement.get().size(); i++) {
            text.append(graph.path(placement.get().vertex(i)))
                    .append('[')
                    .append(placement.get().amount(i))
                    .append(placement.get().isExclusive(i) ? ":x" : ":s")
                    .append("] at ")
                    .append(placement.get().depth(i))
                    .append('\n');
        }
        return text.toString();
    }

    @Provide
    Arbitrary<String> policies() {
        return Arbitraries.of(
                "high",
                "low",
                "hinode",
                "lonode",
                "hinodex",
                "lonodex",
                "first",
                "firstnodex",
                "locality",
                "variation");
    }
}
