package dev.sluice.kube.apiserver.cel;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class NamesAndAddressesProperties {
    @Provide
    Arbitrary<String> names() {
        return Arbitraries.strings()
                .withChars("ab_-./")
                .ofMinLength(1)
                .ofMaxLength(8)
                // Three in a row could be read in two ways; Kubernetes has the same gap.
                .filter(name -> !name.contains("___"));
    }

    @Property(tries = 200)
    void namesSurviveEscaping(@ForAll("names") String name) {
        String escaped = CelIdentifierEscaping.escaped(name).orElseThrow();
        assertThat(escaped).matches("[a-zA-Z0-9_]+");
        assertThat(CelIdentifierEscaping.unescaped(escaped)).contains(name);
    }

    @Property(tries = 200)
    void addressesHaveOneForm(@ForAll long high, @ForAll long low) {
        StringBuilder text = new StringBuilder();
        for (int shift = 48; shift >= 0; shift -= 16) {
            text.append(Long.toHexString(high >>> shift & 0xffff)).append(':');
        }
        for (int shift = 48; shift >= 0; shift -= 16) {
            text.append(Long.toHexString(low >>> shift & 0xffff)).append(shift == 0 ? "" : ":");
        }
        boolean isMapped = high == 0 && low >>> 32 == 0xffff;
        if (!isMapped) {
            Address address = Address.parse(text.toString());
            assertThat(Address.parse(address.toString())).isEqualTo(address);
            assertThat(new Network(address, 64).contains(address)).isTrue();
        }
    }

    @Property(tries = 200)
    void versionsAreOrderedAsTheirNumbers(@ForAll short one, @ForAll short other) {
        Semver first = Semver.parse("1." + Math.abs((int) one) + ".0");
        Semver second = Semver.parse("1." + Math.abs((int) other) + ".0");
        assertThat(Integer.signum(first.compareTo(second)))
                .isEqualTo(Integer.signum(Math.abs((int) one) - Math.abs((int) other)));
    }
}
