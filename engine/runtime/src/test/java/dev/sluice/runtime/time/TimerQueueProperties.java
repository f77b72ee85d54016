package dev.sluice.runtime.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/// Laws of the timer queue, on random histories of scheduling, cancelling and expiring, some of it done by
/// handlers while they fire.
class TimerQueueProperties {
    sealed interface Action {
        record Schedule(long deadlineNanos) implements Action {}

        /// When it fires, schedules another one so much later (or earlier), once.
        record ScheduleEcho(long deadlineNanos, long echoNanos) implements Action {}

        record Cancel(int which) implements Action {}

        record Expire(long byNanos, int limit) implements Action {}
    }

    private record Firing(long subject, long nowNanos) {}

    @Property
    void theQueueDoesWhatTheSortedMapDoes(@ForAll("histories") List<Action> history) {
        TimerQueue queue = new TimerQueue();
        ReferenceTimers reference = new ReferenceTimers();
        List<Firing> fromQueue = new ArrayList<>();
        List<Firing> fromReference = new ArrayList<>();
        List<Long> queueIds = new ArrayList<>();
        List<Long> referenceIds = new ArrayList<>();
        long now = 0;

        for (Action action : history) {
            switch (action) {
                case Action.Schedule(long deadline) -> {
                    queueIds.add(queue.schedule(deadline, record(fromQueue), queueIds.size()));
                    referenceIds.add(reference.schedule(deadline, record(fromReference), referenceIds.size()));
                }
                case Action.ScheduleEcho(long deadline, long echo) -> {
                    queueIds.add(queue.schedule(deadline, echoing(queue, fromQueue, echo), queueIds.size()));
                    referenceIds.add(
                            reference.schedule(deadline, echoing(reference, fromReference, echo), referenceIds.size()));
                }
                case Action.Cancel(int which) -> {
                    if (!queueIds.isEmpty()) {
                        int index = which % queueIds.size();
                        assertThat(queue.cancel(queueIds.get(index)))
                                .isEqualTo(reference.cancel(referenceIds.get(index)));
                    }
                }
                case Action.Expire(long by, int limit) -> {
                    now += by;
                    assertThat(queue.expire(now, limit)).isEqualTo(reference.expire(now, limit));
                }
            }
            assertThat(queue.pending()).isEqualTo(reference.pending());
            assertThat(queue.nextDeadlineNanos()).isEqualTo(reference.nextDeadlineNanos());
        }
        queue.expire(Long.MAX_VALUE, Integer.MAX_VALUE);
        reference.expire(Long.MAX_VALUE, Integer.MAX_VALUE);

        assertThat(fromQueue).isEqualTo(fromReference);
    }

    @Property
    void timersFireInOrderNeverEarlyAndCancelledOnesNever(
            @ForAll("deadlines") List<Long> deadlines, @ForAll("cancelled") List<Integer> cancelled) {
        record Fired(long deadlineNanos, long subject) {}
        TimerQueue queue = new TimerQueue();
        List<Fired> fired = new ArrayList<>();
        List<Long> ids = new ArrayList<>();
        TimerHandler handler = (subject, now) -> {
            long deadline = deadlines.get((int) subject);
            assertThat(now).as("fires early").isGreaterThanOrEqualTo(deadline);
            fired.add(new Fired(deadline, subject));
        };
        for (long deadline : deadlines) {
            ids.add(queue.schedule(deadline, handler, ids.size()));
        }
        Set<Long> expected =
                new HashSet<>(LongStream.range(0, ids.size()).boxed().toList());
        for (int index : cancelled) {
            if (index < ids.size()) {
                assertThat(queue.cancel(ids.get(index))).isEqualTo(expected.remove((long) index));
            }
        }

        for (long now = 0; queue.pending() > 0; now++) {
            queue.expire(now, 3);
        }

        assertThat(fired).isSortedAccordingTo((a, b) -> {
            int byDeadline = Long.compare(a.deadlineNanos(), b.deadlineNanos());
            return byDeadline != 0 ? byDeadline : Long.compare(a.subject(), b.subject());
        });
        assertThat(fired).extracting(Fired::subject).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static TimerHandler record(List<Firing> firings) {
        return (subject, now) -> firings.add(new Firing(subject, now));
    }

    private static TimerHandler echoing(Timers timers, List<Firing> firings, long echoNanos) {
        return (subject, now) -> {
            firings.add(new Firing(subject, now));
            timers.schedule(now + echoNanos, record(firings), -subject - 1);
        };
    }

    @Provide
    Arbitrary<List<Action>> histories() {
        // Few distinct deadlines, so that ties are the rule.
        Arbitrary<Long> deadline = Arbitraries.longs().between(0, 40);
        Arbitrary<Action> schedule = deadline.map(Action.Schedule::new);
        Arbitrary<Action> echo = Combinators.combine(
                        deadline, Arbitraries.longs().between(-5, 5))
                .as(Action.ScheduleEcho::new);
        Arbitrary<Action> cancel = Arbitraries.integers().between(0, 500).map(Action.Cancel::new);
        Arbitrary<Action> expire = Combinators.combine(
                        Arbitraries.longs().between(0, 4),
                        Arbitraries.integers().between(0, 20))
                .as(Action.Expire::new);
        return Arbitraries.frequencyOf(
                        Tuple.of(6, schedule), Tuple.of(2, echo), Tuple.of(3, cancel), Tuple.of(1, expire))
                .list()
                .ofMaxSize(400);
    }

    @Provide
    Arbitrary<List<Long>> deadlines() {
        return Arbitraries.longs().between(0, 30).list().ofMaxSize(300);
    }

    @Provide
    Arbitrary<List<Integer>> cancelled() {
        return Arbitraries.integers().between(0, 299).list().ofMaxSize(150);
    }
}
