package dev.sluice.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairedDifferenceTest {

    @Test
    void differencesArePairedBySeed() {
        // The means of the two policies vary by 100, their differences by 2.
        List<SweepRow> rows = List.of(
                row("0.9", "fcfs", "1", 10),
                row("0.9", "fcfs", "2", 110),
                row("0.9", "fcfs", "3", 210),
                row("0.9", "easy", "3", 207),
                row("0.9", "easy", "1", 8),
                row("0.9", "easy", "2", 109));

        PairedDifference difference = only(PairedDifference.of(rows, "fcfs"));

        assertThat(difference.policy()).isEqualTo("easy");
        assertThat(difference.setting()).containsExactly(Map.entry("load", "0.9"));
        assertThat(difference.difference().count()).isEqualTo(3);
        assertThat(difference.difference().mean()).isEqualTo(-2);
        assertThat(difference.difference().halfWidth()).isCloseTo(4.3027 / Math.sqrt(3), within(1e-3));
        assertThat(difference.excludesZero()).isFalse();
    }

    @Test
    void anIntervalThatExcludesZeroIsMarked() {
        List<SweepRow> rows = List.of(
                row("0.9", "fcfs", "1", 10), row("0.9", "fcfs", "2", 20),
                row("0.9", "easy", "1", 5), row("0.9", "easy", "2", 15.1));

        assertThat(only(PairedDifference.of(rows, "fcfs")).excludesZero()).isTrue();
        assertThat(only(PairedDifference.of(rows, "easy")).difference().mean()).isCloseTo(4.95, within(1e-12));
    }

    @Test
    void equalRunsDifferByZeroWhichIsNotMarked() {
        List<SweepRow> rows = List.of(
                row("0.9", "fcfs", "1", 10), row("0.9", "fcfs", "2", 20),
                row("0.9", "easy", "1", 10), row("0.9", "easy", "2", 20));

        assertThat(only(PairedDifference.of(rows, "fcfs")).excludesZero()).isFalse();
    }

    @Test
    void onePairHasADifferenceAndNoInterval() {
        PairedDifference difference =
                only(PairedDifference.of(List.of(row("0.9", "fcfs", "1", 10), row("0.9", "easy", "1", 5)), "fcfs"));

        assertThat(difference.difference().mean()).isEqualTo(-5);
        assertThat(difference.difference().halfWidth()).isNaN();
        assertThat(difference.excludesZero()).isFalse();
    }

    @Test
    void runsWithoutAPartnerAreLeftOut() {
        List<SweepRow> rows = List.of(
                row("0.9", "fcfs", "1", 10),
                row("0.9", "fcfs", "2", Double.NaN),
                row("0.9", "easy", "1", 5),
                row("0.9", "easy", "2", 6),
                row("0.9", "easy", "3", 7),
                row("1.1", "easy", "1", 7));

        assertThat(only(PairedDifference.of(rows, "fcfs")).difference().count()).isEqualTo(1);
    }

    @Test
    void theTableHasARowForEachSettingPolicyAndMetric(@TempDir Path folder) throws IOException {
        List<SweepRow> rows = List.of(
                row("0.9", "fcfs", "1", 10), row("0.9", "fcfs", "2", 20),
                row("0.9", "easy", "1", 5), row("0.9", "easy", "2", 15),
                row("1.1", "fcfs", "1", 10), row("1.1", "easy", "1", 12));
        Path file = folder.resolve("differences.csv");

        DifferenceTable.write(rows, "fcfs", file);

        assertThat(Files.readString(file)).isEqualTo("""
                load,policy,baseline,metric,pairs,difference,half_width_95,low_95,high_95,excludes_zero
                0.9,easy,fcfs,wait_mean,2,-5.0,0.0,-5.0,-5.0,true
                1.1,easy,fcfs,wait_mean,1,2.0,,,,
                """);
    }

    private static PairedDifference only(List<PairedDifference> differences) {
        assertThat(differences).hasSize(1);
        return differences.getFirst();
    }

    private static SweepRow row(String load, String policy, String seed, double wait) {
        SequencedMap<String, String> parameters = new LinkedHashMap<>();
        parameters.put(SweepRow.LOAD, load);
        parameters.put(SweepRow.POLICY, policy);
        parameters.put(SweepRow.SEED, seed);
        return new SweepRow(parameters, Map.of("wait_mean", wait));
    }
}
