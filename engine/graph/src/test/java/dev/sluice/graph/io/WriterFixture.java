package dev.sluice.graph.io;

import static dev.sluice.graph.Jobs.job;

import dev.sluice.graph.Machine;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Matcher;
import dev.sluice.graph.match.View;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.ResourceRequest;

/// The placement of a request by the policy `low` on an empty machine.
record WriterFixture(ResourceGraph graph, Placement placement) {

    static WriterFixture placing(Machine machine, ResourceRequest request) {
        return placing(machine.build(), request);
    }

    static WriterFixture placing(ResourceGraph graph, ResourceRequest request) {
        Matcher matcher = new Matcher(
                graph, new Occupancy(graph), MatchPolicy.named("low").orElseThrow());
        return new WriterFixture(
                graph, matcher.match(job(60, request), View.NOW, 0, 60).orElseThrow());
    }
}
