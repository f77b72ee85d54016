package dev.sluice.graph.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.runtime.fault.InvariantViolation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/// Laws of timelines, on random histories over several of them in one store.
class TimelinesProperties {
    private static final int TIMELINES = 3;
    private static final long TOTAL = 12;
    private static final long LAST = 50; // few distinct moments, so that spans share them

    sealed interface Action {
        record Add(int timeline, long start, long length, long amount) implements Action {}

        record AddForever(int timeline, long start, long amount) implements Action {}

        record Remove(int which) implements Action {}

        record Reduce(int which, long part) implements Action {}

        record Trim(int which, long length) implements Action {}

        record Resize(int timeline, long total) implements Action {}

        record Advance(long moment) implements Action {}

        record Ask(int timeline, long start, long length, long amount) implements Action {}
    }

    /// The store, the references beside it, and the spans of both in the same order, removed ones included.
    private static final class Pair {
        final Timelines timelines = new Timelines();
        final List<ReferenceTimeline> references = new ArrayList<>();
        final List<Integer> spans = new ArrayList<>();
        final List<ReferenceTimeline.Span> referenceSpans = new ArrayList<>();
        long origin;

        Pair() {
            for (int timeline = 0; timeline < TIMELINES; timeline++) {
                assertThat(timelines.create(TOTAL)).isEqualTo(timeline);
                references.add(new ReferenceTimeline(TOTAL));
            }
        }

        void play(Action action) {
            switch (action) {
                case Action.Add(int timeline, long start, long length, long amount) ->
                    add(timeline, start, start + length, amount);
                case Action.AddForever(int timeline, long start, long amount) ->
                    add(timeline, start, Timelines.NEVER, amount);
                case Action.Remove(int which) -> {
                    if (isLive(which)) {
                        timelines.removeSpan(spans.get(which % spans.size()));
                        reference(which).remove();
                    }
                }
                case Action.Reduce(int which, long part) -> {
                    if (isLive(which)) {
                        long most = Math.min(part, reference(which).amount);
                        timelines.reduceSpan(spans.get(which % spans.size()), most);
                        reference(which).reduce(most);
                    }
                }
                case Action.Trim(int which, long length) -> {
                    if (isLive(which)) {
                        reference(which).end = reference(which).start + length;
                        timelines.trimSpan(spans.get(which % spans.size()), reference(which).end);
                    }
                }
                case Action.Resize(int timeline, long total) -> {
                    timelines.resize(timeline, total);
                    references.get(timeline).total = total;
                }
                case Action.Advance(long moment) -> {
                    timelines.advanceTo(moment);
                    origin = Math.max(origin, moment);
                }
                case Action.Ask(int timeline, long start, long length, long amount) ->
                    ask(timeline, Math.max(start, origin), length, amount);
            }
        }

        private void add(int timeline, long start, long end, long amount) {
            spans.add(timelines.addSpan(timeline, start, end, amount));
            referenceSpans.add(references.get(timeline).add(start, end, amount));
        }

        private ReferenceTimeline.Span reference(int which) {
            return referenceSpans.get(which % referenceSpans.size());
        }

        /// Asks both, and sees to it that a stale handle is refused.
        private boolean isLive(int which) {
            if (spans.isEmpty()) {
                return false;
            }
            int span = spans.get(which % spans.size());
            boolean live = reference(which).isLive();
            assertThat(timelines.hasSpan(span)).isEqualTo(live);
            if (!live) {
                assertThatThrownBy(() -> timelines.removeSpan(span)).isInstanceOf(InvariantViolation.class);
            }
            return live;
        }

        private void ask(int timeline, long start, long length, long amount) {
            ReferenceTimeline reference = references.get(timeline);
            long end = start + length;
            long least = reference.freeDuring(start, end);
            assertThat(timelines.total(timeline)).isEqualTo(reference.total);
            assertThat(timelines.freeAt(timeline, start)).isEqualTo(reference.freeAt(start));
            assertThat(timelines.freeDuring(timeline, start, end)).isEqualTo(least);
            assertThat(timelines.fits(timeline, start, end, amount)).isEqualTo(least >= amount);
            assertThat(timelines.nextChangeAfter(timeline, start)).isEqualTo(reference.nextChangeAfter(start));
            assertThat(timelines.firstFit(timeline, start, length, amount))
                    .isEqualTo(reference.firstFit(start, length, amount));
            assertThat(timelines.firstFit(timeline, start, Timelines.NEVER, amount))
                    .isEqualTo(reference.firstFit(start, Timelines.NEVER, amount));
        }

        void compareSpans() {
            for (int i = 0; i < spans.size(); i++) {
                if (isLive(i)) {
                    int span = spans.get(i);
                    assertThat(timelines.start(span)).isEqualTo(reference(i).start);
                    assertThat(timelines.end(span)).isEqualTo(reference(i).end);
                    assertThat(timelines.amount(span)).isEqualTo(reference(i).amount);
                    assertThat(references.get(timelines.timeline(span))).isSameAs(reference(i).timeline);
                }
            }
        }

        void verify() {
            for (int timeline = 0; timeline < TIMELINES; timeline++) {
                timelines.verify(timeline);
            }
        }
    }

    private static Pair played(List<Action> history) {
        Pair pair = new Pair();
        history.forEach(pair::play);
        return pair;
    }

    @Property
    void timelinesDoWhatTheListOfSpansDoes(@ForAll("histories") List<Action> history) {
        Pair pair = new Pair();
        for (Action action : history) {
            pair.play(action);
            pair.verify();
        }

        pair.compareSpans();
        for (int timeline = 0; timeline < TIMELINES; timeline++) {
            for (long moment = 0; moment <= 2 * LAST; moment++) {
                assertThat(pair.timelines.freeAt(timeline, moment))
                        .isEqualTo(pair.references.get(timeline).freeAt(Math.max(moment, pair.origin)));
            }
        }
    }

    @Property
    void removingEverythingInAnyOrderLeavesNothing(@ForAll("histories") List<Action> history, @ForAll Random order) {
        Pair pair = played(history);
        List<Integer> left = new ArrayList<>(
                pair.spans.stream().filter(pair.timelines::hasSpan).toList());
        Collections.shuffle(left, order);

        left.forEach(pair.timelines::removeSpan);

        assertThat(pair.timelines.spanCount()).isZero();
        assertThat(pair.timelines.changeCount()).isZero();
        for (int timeline = 0; timeline < TIMELINES; timeline++) {
            assertThat(pair.timelines.freeDuring(timeline, 0, Timelines.NEVER))
                    .isEqualTo(pair.timelines.total(timeline));
            pair.timelines.destroy(timeline);
        }
    }

    @Property
    void whatIsTakenBackRestoresTheChangesThatWereThere(
            @ForAll("histories") List<Action> history, @ForAll("additions") List<Action> additions) {
        Pair pair = played(history);
        List<List<Long>> before = profiles(pair.timelines);
        int changes = pair.timelines.changeCount();
        int spans = pair.spans.size();

        additions.forEach(pair::play);
        pair.spans.subList(spans, pair.spans.size()).forEach(pair.timelines::removeSpan);

        assertThat(profiles(pair.timelines)).isEqualTo(before);
        assertThat(pair.timelines.changeCount()).isEqualTo(changes);
    }

    @Property
    void theFirstFitFitsAndNothingEarlierDoes(
            @ForAll("histories") List<Action> history,
            @ForAll @LongRange(max = LAST) long earliest,
            @ForAll @LongRange(min = 1, max = 30) long duration,
            @ForAll @LongRange(max = TOTAL) long amount) {
        Pair pair = played(history);
        for (int timeline = 0; timeline < TIMELINES; timeline++) {
            long fit = pair.timelines.firstFit(timeline, earliest, duration, amount);

            assertThat(fit).isGreaterThanOrEqualTo(Math.max(earliest, pair.origin));
            for (long start = Math.max(earliest, pair.origin); start < Math.min(fit, 3 * LAST); start++) {
                assertThat(fitsByBruteForce(pair.references.get(timeline), start, duration, amount))
                        .isFalse();
            }
            if (fit != Timelines.NEVER) {
                assertThat(fitsByBruteForce(pair.references.get(timeline), fit, duration, amount))
                        .isTrue();
            }
        }
    }

    @Property
    void theFirstFitOfSeveralIsTheFirstMomentAtWhichAllFit(
            @ForAll("histories") List<Action> history,
            @ForAll @IntRange(max = TIMELINES) int count,
            @ForAll @LongRange(max = LAST) long earliest,
            @ForAll @LongRange(min = 1, max = 30) long duration,
            @ForAll("amounts") long[] amounts) {
        Pair pair = played(history);

        long fit = pair.timelines.firstFit(new int[] {2, 0, 1}, amounts, count, earliest, duration);

        long expected = count == 0 ? earliest : Math.max(earliest, pair.origin);
        while (expected < 3 * LAST && !allFit(pair, amounts, count, expected, duration)) {
            expected++;
        }
        assertThat(fit).isEqualTo(expected < 3 * LAST ? expected : Timelines.NEVER);
    }

    @Property
    void theCursorStopsAtEachChangeAndNowhereElse(
            @ForAll("histories") List<Action> history, @ForAll @LongRange(max = LAST) long from) {
        Pair pair = played(history);
        TimelineCursor cursor = pair.timelines.cursor();
        for (int timeline = 0; timeline < TIMELINES; timeline++) {
            ReferenceTimeline reference = pair.references.get(timeline);
            long expected = Math.max(from, pair.origin);

            for (boolean more = cursor.seek(timeline, from); more; more = cursor.advance()) {
                assertThat(cursor.time()).isEqualTo(expected);
                assertThat(cursor.free()).isEqualTo(reference.freeAt(expected));
                expected = reference.nextChangeAfter(expected);
            }

            assertThat(expected).isEqualTo(Timelines.NEVER);
        }
    }

    private static boolean allFit(Pair pair, long[] amounts, int count, long start, long duration) {
        int[] order = {2, 0, 1};
        for (int i = 0; i < count; i++) {
            if (!fitsByBruteForce(pair.references.get(order[i]), start, duration, amounts[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean fitsByBruteForce(ReferenceTimeline reference, long start, long duration, long amount) {
        for (long moment = start; moment < start + duration; moment++) {
            if (reference.freeAt(moment) < amount) {
                return false;
            }
        }
        return true;
    }

    private static List<List<Long>> profiles(Timelines timelines) {
        List<List<Long>> profiles = new ArrayList<>();
        TimelineCursor cursor = timelines.cursor();
        for (int timeline = 0; timeline < TIMELINES; timeline++) {
            List<Long> profile = new ArrayList<>();
            for (boolean more = cursor.seek(timeline, 0); more; more = cursor.advance()) {
                profile.add(cursor.time());
                profile.add(cursor.free());
            }
            profiles.add(profile);
        }
        return profiles;
    }

    private static final Arbitrary<Integer> ANY_TIMELINE =
            Arbitraries.integers().between(0, TIMELINES - 1);
    private static final Arbitrary<Long> ANY_START = Arbitraries.longs().between(0, LAST);
    private static final Arbitrary<Long> ANY_LENGTH = Arbitraries.longs().between(1, 30);
    private static final Arbitrary<Long> ANY_AMOUNT = Arbitraries.longs().between(1, 4);
    private static final Arbitrary<Integer> ANY_SPAN = Arbitraries.integers().between(0, 100);

    @Provide
    Arbitrary<List<Action>> histories() {
        Arbitrary<Action> forever =
                Combinators.combine(ANY_TIMELINE, ANY_START, ANY_AMOUNT).as(Action.AddForever::new);
        Arbitrary<Action> remove = ANY_SPAN.map(Action.Remove::new);
        Arbitrary<Action> reduce =
                Combinators.combine(ANY_SPAN, Arbitraries.longs().between(0, 4)).as(Action.Reduce::new);
        Arbitrary<Action> trim = Combinators.combine(ANY_SPAN, ANY_LENGTH).as(Action.Trim::new);
        Arbitrary<Action> resize = Combinators.combine(
                        ANY_TIMELINE, Arbitraries.longs().between(0, 2 * TOTAL))
                .as(Action.Resize::new);
        Arbitrary<Action> advance = ANY_START.map(Action.Advance::new);
        Arbitrary<Action> ask = Combinators.combine(
                        ANY_TIMELINE, ANY_START, ANY_LENGTH, Arbitraries.longs().between(0, TOTAL + 1))
                .as(Action.Ask::new);
        return Arbitraries.frequencyOf(
                        Tuple.of(12, addition()),
                        Tuple.of(1, forever),
                        Tuple.of(5, remove),
                        Tuple.of(2, reduce),
                        Tuple.of(2, trim),
                        Tuple.of(1, resize),
                        Tuple.of(1, advance),
                        Tuple.of(8, ask))
                .list()
                .ofMaxSize(150);
    }

    @Provide
    Arbitrary<List<Action>> additions() {
        return addition().list().ofMaxSize(30);
    }

    private static Arbitrary<Action> addition() {
        return Combinators.combine(ANY_TIMELINE, ANY_START, ANY_LENGTH, ANY_AMOUNT)
                .as(Action.Add::new);
    }

    @Provide
    Arbitrary<long[]> amounts() {
        return Arbitraries.longs().between(0, TOTAL).array(long[].class).ofSize(TIMELINES);
    }
}
