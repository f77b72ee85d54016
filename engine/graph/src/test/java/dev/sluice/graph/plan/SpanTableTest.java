package dev.sluice.graph.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpanTableTest {
    private final SpanTable table = new SpanTable();

    @Test
    void slotsAreUsedAgainOnceEnoughOfThemRest() {
        for (int i = 0; i < 10 * SpanTable.RESTING_MIN; i++) {
            table.remove(table.find(table.add(0, 1, 2, 3, false)));
        }

        assertThat(table.live()).isZero();
        assertThat(table.slotsUsed()).isEqualTo(SpanTable.RESTING_MIN + 1);
    }

    @Test
    void noHandleComesBackBeforeAllGenerationsOfAllRestingSlotsAreUsedUp() {
        Set<Integer> seen = new HashSet<>();

        for (int i = 0; i < 64 * SpanTable.RESTING_MIN; i++) {
            int span = table.add(0, 1, 2, 3, false);
            assertThat(span).isNotNegative();
            assertThat(seen.add(span)).as("span %d is new", i).isTrue();
            table.remove(table.find(span));
        }

        assertThat(seen).noneMatch(table::contains);
    }

    @Test
    void theHandleOfARemovedSpanDoesNotReachTheNextOneInItsSlot() {
        int old = table.add(0, 1, 2, 3, false);
        int oldPlace = table.find(old);
        table.remove(oldPlace);
        int next = table.add(0, 1, 2, 3, false);
        while (table.find(next) != oldPlace) {
            table.remove(table.find(next));
            next = table.add(0, 1, 2, 3, false);
        }

        assertThat(table.contains(next)).isTrue();
        assertThat(table.contains(old)).isFalse();
    }

    @Test
    void whatASlotHoldsSurvivesGrowth() {
        int[] spans = new int[1000];
        for (int i = 0; i < spans.length; i++) {
            spans[i] = table.add(i, 10L * i, 10L * i + 5, i + 1L, i % 2 == 0);
        }

        for (int i = 0; i < spans.length; i++) {
            int at = table.find(spans[i]);
            assertThat(table.timeline(at)).isEqualTo(i);
            assertThat(table.start(at)).isEqualTo(10L * i);
            assertThat(table.end(at)).isEqualTo(10L * i + 5);
            assertThat(table.amount(at)).isEqualTo(i + 1L);
        }
    }
}
