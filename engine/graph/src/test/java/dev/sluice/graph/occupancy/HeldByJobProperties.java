package dev.sluice.graph.occupancy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Placement;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class HeldByJobProperties {
    private static final Placement NOTHING = Placement.builder().build();

    record Step(long job, boolean puts) {}

    @Property
    void theTableDoesWhatALinkedMapDoes(@ForAll("steps") List<Step> steps) {
        HeldByJob table = new HeldByJob();
        Map<Long, Held> map = new LinkedHashMap<>();
        for (Step step : steps) {
            if (step.puts()) {
                Held held = new Part(new Holding(step.job(), NOTHING, 0, 1, false), map.size(), new int[0], map);
                table.put(step.job(), held);
                map.put(step.job(), held);
            } else {
                assertThat(table.remove(step.job())).isSameAs(map.remove(step.job()));
            }
            assertThat(table.size()).isEqualTo(map.size());
        }

        assertThat(listed(table)).containsExactlyElementsOf(map.values());
        assertThat(listed(new HeldByJob(table))).containsExactlyElementsOf(map.values());
        steps.forEach(step -> assertThat(table.get(step.job())).isSameAs(map.get(step.job())));
    }

    private static List<Held> listed(HeldByJob table) {
        List<Held> all = new ArrayList<>();
        for (int entry = table.first(); entry != HeldByJob.NONE; entry = table.next(entry)) {
            all.add(table.at(entry));
        }
        return all;
    }

    /// Few jobs, so that they repeat, and some with colliding hash codes.
    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Long> jobs = Arbitraries.oneOf(Arbitraries.longs().between(-20, 60), Arbitraries.longs());
        return Combinators.combine(jobs, Arbitraries.of(true, true, false))
                .as(Step::new)
                .list()
                .ofMaxSize(200);
    }
}
