package dev.sluice.jobspec.rset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobspec.rset.ResourceSet.Entry;
import dev.sluice.jobspec.rset.ResourceSet.Validity;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.Idset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ResourceSetProperties {
    @Property
    void writtenSetsReadBackUnchanged(@ForAll("sets") ResourceSet set) {
        assertThat(ResourceSetReader.read(ResourceSetWriter.toJson(set), "R")).isEqualTo(set);
    }

    @Provide
    Arbitrary<ResourceSet> sets() {
        Arbitrary<Idset> ids = Arbitraries.longs()
                .between(0, 20)
                .set()
                .ofMinSize(1)
                .ofMaxSize(8)
                .map(set -> Idset.of(set.stream().mapToLong(Long::longValue).toArray()));
        Arbitrary<Entry> entries = Combinators.combine(
                        ids, Arbitraries.maps(Arbitraries.of("core", "gpu", "memory"), ids))
                .as(Entry::new);
        Arbitrary<Validity> validities = Combinators.combine(
                        Arbitraries.doubles().between(0, 1e9),
                        Arbitraries.doubles().between(0.5, 1e9))
                .as((start, length) -> new Validity(start, start + length));
        Arbitrary<Optional<String>> scheduling = Arbitraries.of(
                        "{}", "[1, 2]", "\"a\\\"b\"", "17", "true", "{\"graph\": {\"nodes\": []}}")
                .optional();
        return Combinators.combine(
                        entries.list().ofMaxSize(4),
                        Arbitraries.of(true, false),
                        Arbitraries.maps(Arbitraries.strings().ofMaxLength(5), ids)
                                .ofMaxSize(2),
                        Arbitraries.longs().between(1, 99).optional(),
                        validities,
                        scheduling)
                .as((list, named, properties, slots, validity, json) -> new ResourceSet(
                        list,
                        named ? hosts(list) : Hostlist.EMPTY,
                        properties,
                        slots.map(OptionalLong::of).orElse(OptionalLong.empty()),
                        validity,
                        json));
    }

    private static Hostlist hosts(List<Entry> entries) {
        ResourceSet set = new ResourceSet(
                entries, Hostlist.EMPTY, Map.of(), OptionalLong.empty(), Validity.ALWAYS, Optional.empty());
        List<String> names = new ArrayList<>();
        set.ranks().forEach(rank -> names.add("node" + rank));
        return Hostlist.of(names);
    }
}
