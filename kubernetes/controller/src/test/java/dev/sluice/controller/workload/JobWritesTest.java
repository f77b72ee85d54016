package dev.sluice.controller.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobspec.set.Hostlist;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobWritesTest {
    private static final int CHARS_MAX = 64 * 1024;

    /// Names that no hostlist can shorten, as they have letters only.
    private static List<String> nodes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "worker-in-the-eastern-hall-" + letters(1_000_000 + i))
                .toList();
    }

    private static String letters(int number) {
        return Integer.toString(number)
                .chars()
                .mapToObj(digit -> Character.toString('a' + digit - '0'))
                .collect(Collectors.joining());
    }

    @Test
    void allNodesThatFitAreWritten() {
        List<String> some = nodes(100);

        assertThat(Hostlist.parse(JobWrites.hostlist(some)).hosts()).isEqualTo(some);
        assertThat(JobWrites.hostlist(
                        IntStream.range(0, 150_000).mapToObj(i -> "node-" + i).toList()))
                .isEqualTo("node-[0-149999]");
    }

    @Test
    void aLongListOfNodesIsCutToWhatAnAnnotationHolds() {
        List<String> many = nodes(5_000);
        assertThat(String.join(",", many)).hasSizeGreaterThan(CHARS_MAX);

        String text = JobWrites.hostlist(many);

        List<String> written = Hostlist.parse(text).hosts();
        assertThat(text.length()).isBetween(CHARS_MAX / 4, CHARS_MAX);
        assertThat(written).isEqualTo(many.subList(0, written.size()));
    }
}
