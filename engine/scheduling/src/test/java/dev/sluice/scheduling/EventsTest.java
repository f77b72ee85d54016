package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.Condition;
import dev.sluice.queue.Holder;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.Owner;
import dev.sluice.queue.QueuePriority;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.limit.Limit;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.limit.ResourceAmounts;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.reason.ReasonCode;
import dev.sluice.scheduling.reason.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// One example for each event, condition and limit that [EngineTest] does not cover; times in seconds.
class EventsTest {
    private static final long S = Task.SECOND;
    private static final long ANY = Long.MAX_VALUE;
    private static final SmallMachine GPU_NODES = new SmallMachine(
            List.of(List.of(new SmallMachine.Node(4, 2, List.of()), new SmallMachine.Node(4, 2, List.of()))));

    private Engine engine = engine(List.of());

    private static Engine engine(List<QueueRules> queues) {
        return new Engine(
                new EngineOptions(new Easy(), JobOrder.fifo(), queues, CycleOptions.DEFAULT),
                GPU_NODES.model("low"),
                true);
    }

    private List<Decision> at(long second, Event... events) {
        List<Decision> decisions = new ArrayList<>();
        for (Event event : events) {
            decisions.addAll(engine.handle(event, second * S).decisions());
        }
        decisions.addAll(engine.settle(second * S).decisions());
        return decisions;
    }

    private static Event submit(Job job) {
        return new Event.JobSubmitted(job);
    }

    private static Job job(long id, long nodes) {
        return Job.of(id, Fixture.nodes(nodes), 100 * S);
    }

    private static Job small(long id) {
        return Job.of(id, Fixture.cores(1), 100 * S);
    }

    private JobState state(long id) {
        return engine.table().state(engine.table().indexOf(id));
    }

    @Test
    void aConfirmedStartIsRecorded() {
        at(0, submit(small(1)));
        int index = engine.table().indexOf(1);
        assertThat(engine.table().confirmedNanos(index)).isEqualTo(JobTable.NEVER);

        at(3, new Event.JobStarted(1));
        at(4, new Event.JobStarted(1));

        assertThat(engine.table().confirmedNanos(index)).isEqualTo(3 * S);
    }

    @Test
    void aFailedJobFreesItsResources() {
        at(0, submit(job(1, 2)), submit(job(2, 2)));

        at(5, new Event.JobFailed(1));

        assertThat(state(1)).isEqualTo(JobState.FAILED);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aDrainedNodeFinishesItsJobsAndTakesNoNewOnes() {
        at(0, submit(job(1, 1)));
        at(1, new Event.NodeClosed(GPU_NODES.path(0), ClosedReason.DRAINED), submit(job(2, 1)), submit(job(3, 1)));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).as("on the other node").isEqualTo(JobState.RUNNING);
        at(2, new Event.JobFinished(1));
        assertThat(state(3)).isEqualTo(JobState.WAITING);

        at(3, new Event.NodeOpened(GPU_NODES.path(0), ClosedReason.DRAINED));
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aMovedWindowBlocksItsNewPlace() {
        Jobspec all = Fixture.nodes(2);
        at(0, new Event.WindowCreated("1", "maintenance", all, new Span(50 * S, 60 * S)));
        at(1, submit(small(1)));
        assertThat(state(1)).isEqualTo(JobState.WAITING);

        at(2, new Event.WindowCreated("1", "maintenance", all, new Span(102 * S, 110 * S)));
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        at(3, submit(small(2)));
        assertThat(state(2)).as("would run into it").isEqualTo(JobState.WAITING);
    }

    @Test
    void aWindowOverARunningJobIsEnteredAndNamesIt() {
        at(0, submit(job(1, 2)));

        assertThat(at(1, new Event.WindowCreated("1", "visit", Fixture.nodes(1), new Span(50 * S, 60 * S))))
                .contains(new Decision.WindowInUse(new Holder.Window("1", "visit"), List.of(new Holder.OfJob(1))));
        at(2, new Event.JobFinished(1), submit(job(2, 2)));
        assertThat(state(2)).as("would run into it").isEqualTo(JobState.WAITING);
    }

    @ParameterizedTest
    @CsvSource({
        "after,      JobFinished, RUNNING",
        "afterok,    JobFinished, RUNNING",
        "afterok,    JobFailed,   CANCELLED",
        "afterany,   JobFinished, RUNNING",
        "afterany,   JobFailed,   RUNNING",
        "afterany,   JobOverran,  RUNNING",
        "afternotok, JobFinished, CANCELLED",
        "afternotok, JobFailed,   RUNNING",
        "afternotok, JobOverran,  RUNNING",
        "afternotok, JobCancelled, RUNNING",
        "afterok,    JobCancelled, CANCELLED",
    })
    void dependenciesDecideWhetherAJobRunsOrIsCancelled(String scheme, String end, JobState then) {
        Condition condition = switch (scheme) {
            case "after" -> new Condition.After(1);
            case "afterok" -> new Condition.AfterOk(1);
            case "afterany" -> new Condition.AfterAny(1);
            default -> new Condition.AfterNotOk(1);
        };
        at(0, submit(small(1)), submit(small(2).waitingFor(condition)));
        assertThat(state(2)).isEqualTo(scheme.equals("after") ? JobState.RUNNING : JobState.WAITING);

        at(
                100,
                switch (end) {
                    case "JobFinished" -> new Event.JobFinished(1);
                    case "JobFailed" -> new Event.JobFailed(1);
                    case "JobCancelled" -> new Event.JobCancelled(1);
                    default -> new Event.JobOverran(1);
                });

        assertThat(state(2)).isEqualTo(then);
    }

    @Test
    void aBeginTimeInThePastDelaysNothing() {
        assertThat(at(10, submit(small(1).waitingFor(new Condition.BeginTime(5 * S)))))
                .hasOnlyElementsOfType(Decision.Start.class);
        assertThat(at(10, submit(small(2).waitingFor(new Condition.BeginTime(15 * S)))))
                .containsExactly(new Decision.WakeAt(15 * S));
    }

    @Test
    void aJobWhoseConditionCanNeverBeMetIsRefusedAtSubmission() {
        at(0, submit(small(1)));
        at(1, new Event.JobFailed(1));

        assertThat(at(2, submit(small(2).waitingFor(new Condition.AfterOk(1)))))
                .singleElement()
                .isInstanceOfSatisfying(
                        Decision.Refuse.class,
                        refusal -> assertThat(refusal.reason().code()).isEqualTo(ReasonCode.CONDITION_NEVER_MET));
        assertThat(state(2)).isEqualTo(JobState.REFUSED);
    }

    @ParameterizedTest
    @EnumSource
    void aLimitAppliesToItsScope(Limit.Scope scope) {
        engine = engine(List.of(queue(new Limit(scope, new ResourceAmounts(1, ANY, ANY, ANY)))));
        Owner ada = new Owner("ada", "physics");

        at(
                0,
                submit(small(1).ownedBy(ada)),
                submit(small(2).ownedBy(new Owner("ada", "chemistry"))),
                submit(small(3).ownedBy(new Owner("bob", "physics"))),
                submit(small(4).ownedBy(ada).withQueuePriority(new QueuePriority("another", 0))));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).isEqualTo(scope == Limit.Scope.ACCOUNT ? JobState.RUNNING : JobState.WAITING);
        assertThat(state(3)).isEqualTo(scope == Limit.Scope.USER ? JobState.RUNNING : JobState.WAITING);
        assertThat(state(4)).as("in another queue").isEqualTo(JobState.RUNNING);
    }

    @ParameterizedTest
    @CsvSource({"1, 9, 9, 9", "9, 1, 9, 9", "9, 9, 3, 9", "9, 9, 9, 2"})
    void everyAmountHasItsLimit(long jobs, long nodes, long cores, long gpus) {
        engine = engine(List.of(queue(new Limit(Limit.Scope.ACCOUNT, new ResourceAmounts(jobs, nodes, cores, gpus)))));

        at(0, submit(Job.of(1, Fixture.gpuNode(2, 2), 100 * S)), submit(Job.of(2, Fixture.gpuNode(2, 2), 100 * S)));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).isEqualTo(JobState.WAITING);
        assertThat(engine.outlook(0).verdict(2))
                .isInstanceOfSatisfying(
                        Verdict.Waits.class,
                        waits -> assertThat(waits.reason().code()).isEqualTo(ReasonCode.LIMIT_REACHED));
        at(1, new Event.JobFinished(1));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @ParameterizedTest
    @CsvSource({"0, 9, 9, 9", "9, 0, 9, 9", "9, 9, 1, 9", "9, 9, 9, 1"})
    void aJobThatExceedsALimitAloneIsRefused(long jobs, long nodes, long cores, long gpus) {
        engine = engine(List.of(queue(new Limit(Limit.Scope.ACCOUNT, new ResourceAmounts(jobs, nodes, cores, gpus)))));

        assertThat(at(0, submit(Job.of(1, Fixture.gpuNode(2, 2), 100 * S))))
                .singleElement()
                .isInstanceOfSatisfying(
                        Decision.Refuse.class,
                        refusal -> assertThat(refusal.reason().code()).isEqualTo(ReasonCode.ABOVE_LIMIT));
    }

    private static QueueRules queue(Limit limit) {
        return new QueueRules(QueuePriority.DEFAULT_QUEUE, Optional.empty(), List.of(limit));
    }
}
