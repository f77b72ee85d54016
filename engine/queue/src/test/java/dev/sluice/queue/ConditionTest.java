package dev.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobspec.Dependency;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.parse.JobspecReader;
import dev.sluice.runtime.id.F58;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Dependencies of a jobspec become conditions.
class ConditionTest {
    private static Condition of(String scheme, String value) {
        return Condition.of(new Dependency(scheme, value, Map.of()));
    }

    @Test
    void everySchemeOfTheRfcIsKnown() {
        assertThat(of("after", "7")).isEqualTo(new Condition.After(7));
        assertThat(of("afterok", "7")).isEqualTo(new Condition.AfterOk(7));
        assertThat(of("afterany", "7")).isEqualTo(new Condition.AfterAny(7));
        assertThat(of("afternotok", "7")).isEqualTo(new Condition.AfterNotOk(7));
        assertThat(of("singleton", "nightly")).isEqualTo(new Condition.Singleton("nightly"));
        assertThat(of("begin-time", "1.5")).isEqualTo(new Condition.BeginTime(1_500_000_000L));
    }

    @Test
    void jobsAreNamedByF58Too() {
        assertThat(of("afterok", F58.encode(123_456_789))).isEqualTo(new Condition.AfterOk(123_456_789));
    }

    @Test
    void malformedDependenciesAreRefusedAndNamed() {
        assertThatThrownBy(() -> of("before", "7"))
                .hasMessageContaining("before:7")
                .hasMessageContaining("afterok");
        assertThatThrownBy(() -> of("afterok", "yesterday")).hasMessageContaining("(yesterday)");
        assertThatThrownBy(() -> of("begin-time", "soon")).hasMessageContaining("seconds since 1970");
        assertThatThrownBy(() -> of("begin-time", "9999999999")).hasMessageContaining("(9999999999)");
    }

    @Test
    void aJobWaitsForWhatItsJobspecDependsOn() {
        String text = """
                version: 1
                resources: [{type: slot, count: 1, label: task, with: [{type: core, count: 1}]}]
                tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
                attributes: {system: {duration: 60, dependencies: [{scheme: afterok, value: "3"}]}}
                """;

        Job job = Job.of(4, JobspecReader.read(text, "job.yaml", Dialect.RFC), 60);

        assertThat(job.conditions()).containsExactly(new Condition.AfterOk(3));
    }
}
