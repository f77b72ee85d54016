package dev.sluice.jobspec.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostlistTest {
    /// The test vectors of RFC 29, then some of our own.
    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "'' = ''",
                "foox,fooy,fooz = foox,fooy,fooz",
                "[1-3,5-6] = 1,2,3,5,6",
                "foo[1-5] = foo1,foo2,foo3,foo4,foo5",
                "foo[0-4]-eth2 = foo0-eth2,foo1-eth2,foo2-eth2,foo3-eth2,foo4-eth2",
                "foo1,foo1,foo1 = foo1,foo1,foo1",
                "[00-02] = 00,01,02",
                "[00-2] = 00,01,02",
                "foo[1,1,2,1] = foo1,foo1,foo2,foo1",
                "[005,4,11-13] = 005,004,011,012,013",
                "foo[8-11] = foo8,foo9,foo10,foo11",
                "foo[08-11] = foo08,foo09,foo10,foo11",
                "foo[1,010] = foo1,foo010",
                "r1n[1-2] = r1n1,r1n2",
                "x1[0-1] = x10,x11"
            })
    void everyNameIsFound(String text, String names) {
        List<String> expected = names.isEmpty() ? List.of() : List.of(names.split(","));

        assertThat(Hostlist.parse(text).hosts()).isEqualTo(expected);
        assertThat(Hostlist.of(expected)).isEqualTo(Hostlist.parse(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "foo1,foo2,foo3 = foo[1-3]",
                "foo3,foo2,foo1 = foo[3,2,1]",
                "foo1,bar,foo2 = foo1,bar,foo2",
                "foo1,foo2,bar7,bar9 = foo[1-2],bar[7,9]",
                "foo9,foo10 = foo[9-10]",
                "foo09,foo10 = foo[09-10]",
                "foo9,foo010 = foo9,foo010",
                "foo1,foo1 = foo[1,1]",
                "foo[1,1,2,1] = foo[1,1-2,1]",
                "login,node[0-1] = login,node[0-1]",
                "serial1234567890123456 = serial1234567890123456"
            })
    void consecutiveNamesAreJoined(String text, String compact) {
        assertThat(Hostlist.parse(text).encode()).isEqualTo(compact);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "foo[ | bracket that is never closed at position (4)",
                "foo] | unexpected character (]) at position (4)",
                "foo[] | number missing at position (5)",
                "foo[1-] | number missing at position (7)",
                "foo[a] | number missing at position (5)",
                "foo[1;2] | unexpected character (;) at position (6)",
                "foo[3-1] | range ends (1) before it begins (3) at position (5)",
                "foo,,bar | host name missing at position (5)",
                "foo, | host name missing at position (5)",
                "a b | character that no host name has (code 32) at position (2). Maybe spaces slipped in?",
                "a[1]b[2] | unexpected character ([) at position (6)",
                "a[1234567890123456] | number with more than 15 digits at position (3)",
                "a[0-999999999] | more hosts (1000000000) than a list may name (1000000) at position (3)"
            })
    void malformedTextIsRefusedWithTheReason(String text, String reason) {
        assertThatThrownBy(() -> Hostlist.parse(text))
                .isInstanceOf(MalformedTextException.class)
                .hasMessageStartingWith("hostlist (" + text + "): " + reason);
    }

    @Test
    void containsRespectsPadding() {
        Hostlist list = Hostlist.parse("node[08-11],login");

        assertThat(List.of("node08", "node09", "node10", "node11", "login")).allMatch(list::contains);
        assertThat(List.of("node8", "node008", "node12", "node", "login1", "")).noneMatch(list::contains);
    }

    @Test
    void hostsHaveIndexes() {
        Hostlist list = Hostlist.parse("b[2-3],a,b1");

        assertThat(list.size()).isEqualTo(4);
        assertThat(list.get(1)).isEqualTo("b3");
        assertThat(list.get(3)).isEqualTo("b1");
        assertThatThrownBy(() -> list.get(4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> list.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void concatenationObeysTheHostLimit() {
        Hostlist half = Hostlist.parse("a[1-600000]");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hostlist.concatenate(List.of(half, half)))
                .withMessageContaining("more hosts than a list may name");
    }

    @Test
    void aNameIsOneHost() {
        assertThatIllegalArgumentException().isThrownBy(() -> Hostlist.of(List.of("a,b")));
        assertThatIllegalArgumentException().isThrownBy(() -> Hostlist.of(List.of("")));
    }
}
