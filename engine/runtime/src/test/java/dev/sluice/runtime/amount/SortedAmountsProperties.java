package dev.sluice.runtime.amount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class SortedAmountsProperties {

    @Property(tries = 300)
    void equalASortedMap(
            @ForAll @Size(max = 8) Map<@AlphaChars @StringLength(min = 1, max = 2) String, Long> some,
            @ForAll @AlphaChars @StringLength(min = 1, max = 2) String name,
            @ForAll @AlphaChars @StringLength(min = 1, max = 2) String other) {
        SortedMap<String, Long> plain = new TreeMap<>(some);
        SortedAmounts amounts = SortedAmounts.copyOf(new HashMap<>(some));

        assertThat(amounts).isEqualTo(plain).hasSameHashCodeAs(plain).hasToString(plain.toString());
        assertThat(plain).isEqualTo(amounts);
        assertThat(amounts).isEqualTo(SortedAmounts.copyOf(plain));
        assertThat(new ArrayList<>(amounts.keySet())).isEqualTo(new ArrayList<>(plain.keySet()));
        assertThat(new ArrayList<>(amounts.values())).isEqualTo(new ArrayList<>(plain.values()));
        List<String> visited = new ArrayList<>();
        amounts.forEach((key, value) -> visited.add(key + "=" + value));
        assertThat(visited)
                .isEqualTo(plain.entrySet().stream().map(Object::toString).toList());
        assertThat(amounts.get(name)).isEqualTo(plain.get(name));
        assertThat(amounts.containsKey(name)).isEqualTo(plain.containsKey(name));
        assertThat(amounts.headMap(name)).isEqualTo(plain.headMap(name));
        assertThat(amounts.tailMap(name)).isEqualTo(plain.tailMap(name));
        String from = name.compareTo(other) < 0 ? name : other;
        String to = name.compareTo(other) < 0 ? other : name;
        assertThat(amounts.subMap(from, to)).isEqualTo(plain.subMap(from, to));
        if (!plain.isEmpty()) {
            assertThat(amounts.firstKey()).isEqualTo(plain.firstKey());
            assertThat(amounts.lastKey()).isEqualTo(plain.lastKey());
        }
    }

    @Property(tries = 300)
    void aNameThatIsPutTwiceHasTheLastAmount(
            @ForAll @Size(max = 8) List<@AlphaChars @StringLength(min = 1, max = 1) String> names) {
        SortedMap<String, Long> plain = new TreeMap<>();
        SortedAmounts.Builder builder = new SortedAmounts.Builder(0);
        for (int i = 0; i < names.size(); i++) {
            plain.put(names.get(i), (long) i);
            builder.put(names.get(i), i);
        }

        assertThat(builder.build()).isEqualTo(plain);
    }

    @Example
    void neverChangeAndAreTheirOwnCopy() {
        SortedAmounts amounts = SortedAmounts.copyOf(Map.of("cpu", 1L));

        assertThat(SortedAmounts.copyOf(amounts)).isSameAs(amounts);
        assertThatThrownBy(() -> amounts.put("cpu", 2L)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(amounts::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> amounts.keySet().remove("cpu")).isInstanceOf(UnsupportedOperationException.class);
        assertThat(amounts).isEqualTo(Collections.singletonMap("cpu", 1L));
    }
}
