package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.model.ResourceModel;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.scheduling.backfill.Conservative;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.backfill.Pass;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.state.EngineState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Jobs that fit at no time beside work without an end hold up no others, and cost nothing until something changes.
class ProspectsTest extends EngineExamples {
    private static final int MANY = 1_000;

    /// The jobs that a policy meets when it goes along the line after a pass.
    private final List<Integer> met = new ArrayList<>();

    ProspectsTest() {
        engine = live(new Easy(), Fixture.nodes(3, 2));
    }

    private static Engine live(SchedulingPolicy policy, ResourceModel machine) {
        return new Engine(EngineOptions.plain(policy, CycleOptions.DEFAULT).in(WorldOptions.LIVE), machine, true);
    }

    private static Event submitNodes(long id, int nodes, int wall) {
        return submit(Job.of(id, Fixture.nodes(nodes), wall * S));
    }

    private static Event service(String id, String node) {
        return new Event.ForeignHeld(new ForeignUse(id, "/cluster0/" + node, Map.of("core", 1L), ForeignUse.OPEN));
    }

    private List<Long> planned(long second, Event... events) {
        List<Long> jobs = new ArrayList<>();
        for (Event event : events) {
            addPlans(engine.handle(event, second * S), jobs);
        }
        addPlans(engine.settle(second * S), jobs);
        return jobs;
    }

    private static void addPlans(Consequences consequences, List<Long> jobs) {
        for (QueueRecord record : consequences.records()) {
            if (record instanceof QueueRecord.Planned plan) {
                jobs.add(plan.job());
            }
        }
    }

    @Test
    void aJobWithoutProspectLeavesTheReservationToTheNext() {
        at(0, service("web", "node0"), submitNodes(1, 3, 100), submitNodes(2, 2, 100));

        assertThat(state(1)).isEqualTo(JobState.WAITING);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(planned(1, submitNodes(3, 2, 100))).containsExactly(3L);
        assertThat(planned(2, new Event.ForeignGone("web")))
                .as("now it can be planned, and it is ahead")
                .containsExactly(1L);
    }

    @Test
    void aStartBehindAJobWithoutProspectIsNoBackfill() {
        List<Decision> decisions = at(0, service("web", "node0"), submitNodes(1, 3, 100), submitNodes(2, 1, 100));
        decisions.addAll(at(1, submitNodes(3, 1, 100)));

        assertThat(decisions)
                .filteredOn(Decision.Start.class::isInstance)
                .extracting(decision -> ((Decision.Start) decision).backfilled())
                .as("one in the pass that finds out, one in a later pass")
                .containsExactly(false, false);
    }

    @Test
    void jobsAreTriedAgainWhenANodeOpens() {
        at(0, new Event.NodeClosed("/cluster0/node0", ClosedReason.CORDONED), submitNodes(1, 3, 100));
        at(1, submitNodes(2, 1, 1));
        assertThat(state(1)).isEqualTo(JobState.WAITING);

        at(3, new Event.JobFinished(2), new Event.NodeOpened("/cluster0/node0", ClosedReason.CORDONED));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void jobsAreTriedAgainWhenOthersWorkGetsAnEnd() {
        at(0, service("web", "node0"), submitNodes(1, 3, 100));
        assertThat(planned(1)).isEmpty();

        Event ends = new Event.ForeignHeld(new ForeignUse("web", "/cluster0/node0", Map.of("core", 1L), 50 * S));

        assertThat(planned(2, ends)).containsExactly(1L);
        assertThat(engine.table().plannedNanos(engine.table().indexOf(1))).isEqualTo(50 * S);
    }

    @Test
    void whatLeavesLessFreeGivesNoProspect() {
        at(0, service("web", "node0"), submitNodes(1, 3, 100));
        assertThat(isWithoutProspect(1)).isTrue();

        engine.handle(service("db", "node1"), S);
        engine.handle(new Event.NodeClosed("/cluster0/node2", ClosedReason.CORDONED), S);

        assertThat(isWithoutProspect(1)).as("it is not searched for again").isTrue();
    }

    @Test
    void whatMayLeaveMoreFreeMayGiveAProspect() {
        Event ends = new Event.ForeignHeld(new ForeignUse("web", "/cluster0/node0", Map.of("core", 1L), 50 * S));
        List<Event> events = List.of(
                ends,
                new Event.ForeignGone("web"),
                new Event.NodeOpened("/cluster0/node1", ClosedReason.CORDONED),
                new Event.NodeRelabelled("/cluster0/node1", Map.of("zone", "a")),
                new Event.NodeResized("/cluster0/node0/core0", 1));
        for (Event event : events) {
            engine = live(new Easy(), Fixture.nodes(3, 2));
            at(
                    0,
                    service("web", "node0"),
                    new Event.NodeClosed("/cluster0/node1", ClosedReason.CORDONED),
                    submitNodes(1, 3, 100));
            assertThat(isWithoutProspect(1)).isTrue();

            engine.handle(event, S);

            assertThat(isWithoutProspect(1)).as(event.toString()).isFalse();
        }
    }

    private boolean isWithoutProspect(long job) {
        EngineState its = engine.state();
        return its.satisfiability().hasNoProspect(its.shapeNumber(its.table().indexOf(job)));
    }

    @Test
    void manyJobsOfOneShapeAreMetOnce() {
        for (SchedulingPolicy policy : List.of(new Easy(), new Conservative())) {
            engine = live(noting(policy), Fixture.nodes(3, 2));
            at(0, service("web", "node0"));
            for (int job = 1; job <= MANY; job++) {
                at(0, submitNodes(job, 3, 100 + job));
            }
            met.clear();

            at(1, submitNodes(MANY + 1L, 3, 10), submitNodes(MANY + 2L, 4, 10));

            assertThat(met)
                    .as("%s: without prospect, or more than there is", policy.name())
                    .isEmpty();
        }
    }

    /// The policy, after which the line is walked.
    private SchedulingPolicy noting(SchedulingPolicy policy) {
        return new SchedulingPolicy() {
            @Override
            public String name() {
                return policy.name();
            }

            @Override
            public void run(Pass pass) {
                policy.run(pass);
                for (int job = pass.first(); job != Pass.NO_JOB; job = pass.next(job)) {
                    met.add(job);
                }
            }
        };
    }
}
