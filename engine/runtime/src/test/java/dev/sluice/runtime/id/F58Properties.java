package dev.sluice.runtime.id;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;

class F58Properties {

    @Property
    void encodingAndDecodingIsARoundTrip(@ForAll long id) {
        assertThat(F58.decode(F58.encode(id))).hasValue(id);
        assertThat(F58.decode("ƒ" + F58.encode(id).substring(1))).hasValue(id);
    }

    @Property
    void decodingAnyTextEitherFailsOrGivesTheNumberThatSpellsIt(
            @ForAll @CharRange(from = '0', to = '4') @CharRange(from = 'H', to = 'P') @StringLength(max = 12)
                    String text) {
        F58.decode("f" + text).ifPresent(id -> assertThat(F58.encode(id)).isEqualTo("f" + withoutLeadingOnes(text)));
    }

    /// `1` is the digit zero.
    private static String withoutLeadingOnes(String text) {
        return text.replaceFirst("^1+(?=.)", "");
    }

    @Example
    void theExamplesOfRfc19Hold() {
        assertThat(F58.encode(0)).isEqualTo("f1");
        assertThat(F58.encode(1)).isEqualTo("f2");
        assertThat(F58.encode(57)).isEqualTo("fz");
        assertThat(F58.encode(1234)).isEqualTo("fNH");
        assertThat(F58.encode(-1)).isEqualTo("fjpXCZedGfVQ");
        assertThat(F58.decode("ƒNH")).hasValue(1234);
    }

    @Example
    void invalidF58IsRefused() {
        assertThat(F58.decode("")).isEmpty();
        assertThat(F58.decode("f")).isEmpty();
        assertThat(F58.decode("x1")).isEmpty();
        assertThat(F58.decode("f0")).isEmpty();
        assertThat(F58.decode("fjpXCZedGfVR")).as("one more than fits").isEmpty();
        assertThat(F58.decode("fzzzzzzzzzzz")).isEmpty();
    }
}
