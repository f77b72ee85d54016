package dev.sluice.jobspec.set;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/// Compares idsets with sorted sets of boxed numbers.
class IdsetProperties {
    @Property
    void textReadsBackAsTheSameSet(@ForAll @Size(max = 40) Set<@LongRange(max = 60) Long> ids) {
        Idset set = idset(ids);

        assertThat(Idset.parse(set.encode())).isEqualTo(set);
        assertThat(Idset.parse("[" + set.encode() + "]")).isEqualTo(set).hasSameHashCodeAs(set);
    }

    @Property
    void membersAreThoseOfThePlainSet(@ForAll @Size(max = 40) Set<@LongRange(max = 60) Long> ids) {
        Idset set = idset(ids);

        List<Long> visited = new ArrayList<>();
        set.forEach(visited::add);
        assertThat(visited).containsExactlyElementsOf(new TreeSet<>(ids));
        assertThat(set.stream().boxed()).containsExactlyElementsOf(new TreeSet<>(ids));
        assertThat(set.size()).isEqualTo(ids.size());
        for (long id = 0; id <= 61; id++) {
            assertThat(set.contains(id)).isEqualTo(ids.contains(id));
        }
    }

    @Property
    void setOperationsAreThoseOfPlainSets(
            @ForAll @Size(max = 40) Set<@LongRange(max = 60) Long> left,
            @ForAll @Size(max = 40) Set<@LongRange(max = 60) Long> right) {
        Set<Long> union = new TreeSet<>(left);
        union.addAll(right);
        Set<Long> difference = new TreeSet<>(left);
        difference.removeAll(right);
        Set<Long> intersection = new TreeSet<>(left);
        intersection.retainAll(right);

        assertThat(idset(left).union(idset(right))).isEqualTo(idset(union));
        assertThat(idset(left).minus(idset(right))).isEqualTo(idset(difference));
        assertThat(idset(left).intersect(idset(right))).isEqualTo(idset(intersection));
    }

    private static Idset idset(Set<Long> ids) {
        return Idset.of(ids.stream().mapToLong(Long::longValue).toArray());
    }
}
