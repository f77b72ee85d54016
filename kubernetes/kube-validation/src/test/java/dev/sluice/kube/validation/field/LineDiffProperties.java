package dev.sluice.kube.validation.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class LineDiffProperties {
    @Property
    void whoFollowsTheDifferenceGetsFromOneTextToTheOther(
            @ForAll @Size(max = 40) List<@StringLength(1) @CharRange(from = 'a', to = 'e') String> before,
            @ForAll @Size(max = 40) List<@StringLength(1) @CharRange(from = 'a', to = 'e') String> after) {
        assertThat(followed(before, LineDiff.of(before, after))).isEqualTo(after);
    }

    @Example
    void equalTextsDifferInNothing() {
        assertThat(LineDiff.of(List.of("a", "b"), List.of("a", "b"))).isEmpty();
    }

    @Example
    void whatIsFarApartIsToldApart() {
        List<String> before = lines(20);
        List<String> after = new ArrayList<>(before);
        after.set(0, "first");
        after.set(19, "last");

        assertThat(LineDiff.of(before, after)).isEqualTo("""
                @@ -1,4 +1,4 @@
                -0
                +first
                 1
                 2
                 3
                @@ -17,4 +17,4 @@
                 16
                 17
                 18
                -19
                +last
                """);
    }

    @Example
    void aLineThatComesToNothingIsCountedFromTheLineBefore() {
        assertThat(LineDiff.of(List.of(), List.of("a"))).isEqualTo("@@ -0,0 +1 @@\n+a\n");
    }

    private static List<String> lines(int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(Integer.toString(i));
        }
        return lines;
    }

    private static List<String> followed(List<String> before, String difference) {
        List<String> after = new ArrayList<>();
        int next = 0;
        for (String line : difference.lines().toList()) {
            if (line.startsWith("@@")) {
                String[] range = line.substring(4, line.indexOf(' ', 4)).split(",", -1);
                boolean isNothing = range.length == 2 && range[1].equals("0");
                int from = Integer.parseInt(range[0]) - (isNothing ? 0 : 1);
                after.addAll(before.subList(next, from));
                next = from;
            } else if (line.startsWith("+")) {
                after.add(line.substring(1));
            } else {
                if (line.startsWith(" ")) {
                    after.add(line.substring(1));
                }
                next++;
            }
        }
        after.addAll(before.subList(next, before.size()));
        return after;
    }
}
