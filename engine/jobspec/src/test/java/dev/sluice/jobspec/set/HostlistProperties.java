package dev.sluice.jobspec.set;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/// Compares hostlists with plain lists of names.
class HostlistProperties {
    @Property
    void theCompactFormNamesTheSameHosts(@ForAll("names") List<String> names) {
        Hostlist list = Hostlist.of(names);

        Hostlist again = Hostlist.parse(list.encode());

        assertThat(list.hosts()).isEqualTo(names);
        assertThat(again.hosts()).isEqualTo(names);
        assertThat(again).isEqualTo(list).hasSameHashCodeAs(list);
    }

    @Property
    void namesWrittenOneByOneAreTheSameList(@ForAll("names") List<String> names) {
        assertThat(Hostlist.parse(String.join(",", names))).isEqualTo(Hostlist.of(names));
    }

    @Property
    void containsFindsExactlyTheListedNames(@ForAll("names") List<String> names, @ForAll("names") List<String> others) {
        Hostlist list = Hostlist.of(names);

        assertThat(names).allMatch(list::contains);
        assertThat(others).allMatch(other -> list.contains(other) == names.contains(other));
    }

    /// Few stems and small numbers in several widths, so that names are often consecutive.
    @Provide
    Arbitrary<List<String>> names() {
        Arbitrary<String> stems = Arbitraries.of("a", "a", "node", "x-", "7b", "");
        Arbitrary<String> numbers = Combinators.combine(
                        Arbitraries.integers().between(0, 12),
                        Arbitraries.integers().between(1, 3))
                .as((number, width) -> String.format("%0" + width + "d", number));
        Arbitrary<String> suffixes =
                Arbitraries.frequencyOf(Tuple.of(5, Arbitraries.just("")), Tuple.of(1, Arbitraries.of("-eth2", "-ib")));
        return Combinators.combine(stems, numbers, suffixes)
                .as((stem, number, suffix) -> stem + number + suffix)
                .list()
                .ofMaxSize(30);
    }
}
