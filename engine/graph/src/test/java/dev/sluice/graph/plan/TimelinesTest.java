package dev.sluice.graph.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.runtime.fault.InvariantViolation;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TimelinesTest {
    private final Timelines timelines = new Timelines();
    private final int cores = timelines.create(8);

    @Test
    void aSpanTakesItsAmountFromItsStartUntilItsEnd() {
        timelines.addSpan(cores, 10, 20, 3);

        assertThat(timelines.freeAt(cores, 9)).isEqualTo(8);
        assertThat(timelines.freeAt(cores, 10)).isEqualTo(5);
        assertThat(timelines.freeAt(cores, 19)).isEqualTo(5);
        assertThat(timelines.freeAt(cores, 20)).isEqualTo(8);
    }

    @Test
    void freeDuringAWindowIsTheLeastThatIsFreeInIt() {
        timelines.addSpan(cores, 10, 40, 3);
        timelines.addSpan(cores, 20, 30, 2);

        assertThat(timelines.freeDuring(cores, 0, 10)).isEqualTo(8);
        assertThat(timelines.freeDuring(cores, 0, 11)).isEqualTo(5);
        assertThat(timelines.freeDuring(cores, 15, 35)).isEqualTo(3);
        assertThat(timelines.freeDuring(cores, 29, 30)).isEqualTo(3);
        assertThat(timelines.freeDuring(cores, 30, Timelines.NEVER)).isEqualTo(5);
    }

    @Test
    void whatFitsMayUseTheLastUnit() {
        timelines.addSpan(cores, 10, 20, 3);

        assertThat(timelines.fits(cores, 0, 30, 5)).isTrue();
        assertThat(timelines.fits(cores, 0, 30, 6)).isFalse();
        assertThat(timelines.fits(cores, 20, 30, 8)).isTrue();
        assertThat(timelines.fits(cores, 20, 30, 9)).isFalse();
    }

    @Test
    void theFirstFitSkipsGapsThatAreTooShort() {
        timelines.addSpan(cores, 20, 40, 6);
        timelines.addSpan(cores, 60, 75, 6);

        assertThat(timelines.firstFit(cores, 0, 20, 5)).isZero();
        assertThat(timelines.firstFit(cores, 0, 21, 5)).isEqualTo(75);
        assertThat(timelines.firstFit(cores, 1, 20, 5)).isEqualTo(40);
        assertThat(timelines.firstFit(cores, 45, 15, 5)).isEqualTo(45);
        assertThat(timelines.firstFit(cores, 0, 1000, 2)).isZero();
    }

    @Test
    void whatIsLargerThanTheTotalNeverFits() {
        assertThat(timelines.firstFit(cores, 0, 10, 8)).isZero();
        assertThat(timelines.firstFit(cores, 0, 10, 9)).isEqualTo(Timelines.NEVER);
    }

    @Test
    void aSpanWithoutEndIsInTheWayForGood() {
        timelines.addSpan(cores, 50, Timelines.NEVER, 6);

        assertThat(timelines.firstFit(cores, 10, 40, 5)).isEqualTo(10);
        assertThat(timelines.firstFit(cores, 10, 41, 5)).isEqualTo(Timelines.NEVER);
        assertThat(timelines.firstFit(cores, 60, 1, 5)).isEqualTo(Timelines.NEVER);
        assertThat(timelines.nextChangeAfter(cores, 50)).isEqualTo(Timelines.NEVER);
    }

    @Test
    void aDurationWithoutEndNeedsTheRestOfTime() {
        timelines.addSpan(cores, 50, 60, 6);

        assertThat(timelines.firstFit(cores, 10, Timelines.NEVER, 2)).isEqualTo(10);
        assertThat(timelines.firstFit(cores, 10, Timelines.NEVER, 3)).isEqualTo(60);
        assertThat(timelines.firstFit(cores, Timelines.NEVER - 1, Timelines.NEVER, 8))
                .isEqualTo(Timelines.NEVER - 1);
    }

    @Test
    void severalTimelinesFitAtTheFirstMomentThatSuitsAll() {
        int memory = timelines.create(100);
        int gpus = timelines.create(2);
        timelines.addSpan(cores, 0, 10, 8);
        timelines.addSpan(memory, 5, 20, 60);
        timelines.addSpan(gpus, 25, 30, 1);
        int[] all = {cores, memory, gpus};

        assertThat(timelines.firstFit(all, new long[] {1, 40, 1}, 3, 0, 10)).isEqualTo(10);
        assertThat(timelines.firstFit(all, new long[] {1, 50, 1}, 3, 0, 10)).isEqualTo(20);
        assertThat(timelines.firstFit(all, new long[] {1, 50, 2}, 3, 0, 10)).isEqualTo(30);
        assertThat(timelines.firstFit(all, new long[] {1, 50, 3}, 3, 0, 10)).isEqualTo(Timelines.NEVER);
        assertThat(timelines.firstFit(all, new long[] {1, 50, 3}, 2, 0, 10)).isEqualTo(20);
    }

    @Test
    void spansThatMeetLeaveNoChangeBehind() {
        int first = timelines.addSpan(cores, 10, 20, 3);
        timelines.addSpan(cores, 20, 30, 3);

        assertThat(timelines.nextChangeAfter(cores, 0)).isEqualTo(10);
        assertThat(timelines.nextChangeAfter(cores, 10)).isEqualTo(30);
        assertThat(timelines.nextChangeAfter(cores, 30)).isEqualTo(Timelines.NEVER);
        timelines.removeSpan(first);
        assertThat(timelines.nextChangeAfter(cores, 0)).isEqualTo(20);
    }

    @Test
    void aReducedSpanHoldsTheRestAndIsGoneWhenNothingIsLeft() {
        int span = timelines.addSpan(cores, 10, 20, 3);

        timelines.reduceSpan(span, 1);
        assertThat(timelines.amount(span)).isEqualTo(2);
        assertThat(timelines.freeAt(cores, 10)).isEqualTo(6);
        timelines.reduceSpan(span, 2);

        assertThat(timelines.hasSpan(span)).isFalse();
        assertThat(timelines.changeCount()).isZero();
    }

    @Test
    void aTrimmedSpanEndsEarlierOrLater() {
        int span = timelines.addSpan(cores, 10, 20, 3);

        timelines.trimSpan(span, 15);
        assertThat(timelines.freeAt(cores, 15)).isEqualTo(8);
        timelines.trimSpan(span, 25);

        assertThat(timelines.freeAt(cores, 24)).isEqualTo(5);
        assertThat(timelines.nextChangeAfter(cores, 10)).isEqualTo(25);
        assertThat(timelines.end(span)).isEqualTo(25);
    }

    @Test
    void aTimelineThatShrinksBelowItsSpansIsOverCommitted() {
        timelines.addSpan(cores, 10, 20, 6);

        timelines.resize(cores, 4);

        assertThat(timelines.freeAt(cores, 10)).isEqualTo(-2);
        assertThat(timelines.freeAt(cores, 20)).isEqualTo(4);
        assertThat(timelines.fits(cores, 10, 20, 0)).isFalse();
        assertThat(timelines.firstFit(cores, 10, 5, 1)).isEqualTo(20);
    }

    @Test
    void aSpanKnowsWhatItIs() {
        int span = timelines.addSpan(cores, 10, 20, 3);

        assertThat(timelines.timeline(span)).isEqualTo(cores);
        assertThat(timelines.start(span)).isEqualTo(10);
        assertThat(timelines.end(span)).isEqualTo(20);
        assertThat(timelines.amount(span)).isEqualTo(3);
        assertThat(timelines.spanCount()).isOne();
    }

    @Test
    void theHandleOfARemovedSpanIsRefused() {
        int old = timelines.addSpan(cores, 10, 20, 3);
        timelines.removeSpan(old);

        assertThat(timelines.hasSpan(old)).isFalse();
        assertThat(timelines.hasSpan(Timelines.NO_SPAN)).isFalse();
        assertRefused(() -> timelines.removeSpan(old), "is not there");
        assertRefused(() -> timelines.reduceSpan(old, 1), "is not there");
        assertRefused(() -> timelines.trimSpan(old, 50), "is not there");
        assertRefused(() -> timelines.amount(Timelines.NO_SPAN), "is not there");
    }

    @Test
    void aDestroyedTimelineIsRefusedAndItsIndexServesAgain() {
        timelines.destroy(cores);
        assertRefused(() -> timelines.freeAt(cores, 0), "there is no timeline (0)");

        int memory = timelines.create(100);

        assertThat(memory).isEqualTo(cores);
        assertThat(timelines.freeAt(memory, 0)).isEqualTo(100);
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        int span = timelines.addSpan(cores, 10, 20, 3);

        assertRefused(() -> timelines.addSpan(cores, 20, 20, 1), "the window from (20) to (20)");
        assertRefused(() -> timelines.addSpan(cores, -1, 20, 1), "the window from (-1)");
        assertRefused(() -> timelines.addSpan(cores, 10, 20, 0), "holds nothing");
        assertRefused(() -> timelines.addSpan(cores, 10, 20, Timelines.AMOUNT_MAX - 2), "is too much");
        assertRefused(() -> timelines.reduceSpan(span, 4), "cannot be reduced by (4)");
        assertRefused(() -> timelines.trimSpan(span, 10), "the window from (10) to (10)");
        assertRefused(() -> timelines.firstFit(cores, 0, 0, 1), "takes no time");
        assertRefused(() -> timelines.firstFit(cores, Timelines.NEVER, 1, 1), "is not a moment");
        assertRefused(() -> timelines.fits(cores, 0, 1, -1), "an amount of (-1)");
        assertRefused(() -> timelines.destroy(cores), "still has spans");
        assertRefused(() -> timelines.resize(cores, -1), "a total of (-1)");
        assertRefused(() -> timelines.create(Timelines.AMOUNT_MAX + 1), "a total of");
        assertRefused(() -> timelines.total(1), "there is no timeline (1)");
    }

    @Test
    void theLargestAmountsDoNotOverflow() {
        int bytes = timelines.create(Timelines.AMOUNT_MAX);
        int span = timelines.addSpan(bytes, 0, Timelines.NEVER - 1, Timelines.AMOUNT_MAX);

        timelines.trimSpan(span, 10);
        timelines.resize(bytes, 0);

        assertThat(timelines.freeDuring(bytes, 0, Timelines.NEVER)).isEqualTo(-Timelines.AMOUNT_MAX);
        assertThat(timelines.firstFit(bytes, 0, Timelines.NEVER, 0)).isEqualTo(10);
        assertThat(timelines.firstFit(bytes, 0, 1, Timelines.NEVER)).isEqualTo(Timelines.NEVER);
    }

    @Test
    void aCursorWalksFromChangeToChange() {
        record Seen(long time, long free) {}
        timelines.addSpan(cores, 10, 40, 3);
        timelines.addSpan(cores, 20, 30, 2);
        TimelineCursor cursor = timelines.cursor();
        List<Seen> seen = new ArrayList<>();

        for (boolean more = cursor.seek(cores, 15); more; more = cursor.advance()) {
            seen.add(new Seen(cursor.time(), cursor.free()));
        }

        assertThat(seen).containsExactly(new Seen(15, 5), new Seen(20, 3), new Seen(30, 5), new Seen(40, 8));
    }

    @Test
    void aCursorDoesNotWalkOnWhereSomethingHasChanged() {
        TimelineCursor cursor = timelines.cursor();
        cursor.seek(cores, 0);

        timelines.addSpan(cores, 10, 40, 3);

        assertRefused(cursor::advance, "changed under the cursor");
        assertRefused(timelines.cursor()::advance, "changed under the cursor");
    }

    @Test
    void treesStayShallowWhateverTheOrder() {
        int spans = 50_000;
        int rising = timelines.create(1);
        int falling = timelines.create(1);
        int nested = timelines.create(spans);
        for (int i = 0; i < spans; i++) {
            timelines.addSpan(rising, 3L * i, 3L * i + 2, 1);
            timelines.addSpan(falling, 3L * (spans - i), 3L * (spans - i) + 2, 1);
            timelines.addSpan(nested, i, 2L * spans - i, 1);
        }

        // A perfect tree of 100,000 has 17 levels, a random one about 40.
        assertThat(timelines.verify(rising)).isLessThan(60);
        assertThat(timelines.verify(falling)).isLessThan(60);
        assertThat(timelines.verify(nested)).isLessThan(60);
        assertThat(timelines.firstFit(nested, 1, 2, spans)).isEqualTo(2L * spans);
    }

    private static void assertRefused(ThrowingCallable call, String why) {
        assertThatThrownBy(call).isInstanceOf(InvariantViolation.class).hasMessageContaining(why);
    }
}
