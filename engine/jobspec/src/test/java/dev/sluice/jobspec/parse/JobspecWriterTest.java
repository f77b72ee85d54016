package dev.sluice.jobspec.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.NullValue;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.Task;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobspecWriterTest {
    private static final Jobspec JOBSPEC = new Jobspec(
            1,
            List.of(ResourceRequest.slot("default", Count.between(2, 8), ResourceRequest.of("core", Count.exactly(4)))),
            List.of(Task.perSlot("default", 1, "app", "--rate", "30", "a b")),
            new Attributes(SystemAttributes.NONE, Map.of("tags", List.of(List.of(1L, true), NullValue.NULL))));

    @Test
    void yamlIsInBlocksWithShortListsOnOneLine() {
        assertThat(JobspecWriter.toYaml(JOBSPEC)).isEqualTo("""
                        version: 1
                        resources:
                          - type: slot
                            count:
                              min: 2
                              max: 8
                              operator: "+"
                              operand: 1
                            label: default
                            with:
                              - type: core
                                count: 4
                        tasks:
                          - command: [app, "--rate", "30", "a b"]
                            slot: default
                            count:
                              per_slot: 1
                        attributes:
                          system:
                            duration: 0.0
                          user:
                            tags:
                              - [1, true]
                              - null
                        """);
    }

    @Test
    void jsonIsOnOneLine() {
        assertThat(JobspecWriter.toJson(JOBSPEC))
                .isEqualTo("{\"version\":1,\"resources\":[{\"type\":\"slot\",\"count\":{\"min\":2,\"max\":8,"
                        + "\"operator\":\"+\",\"operand\":1},\"label\":\"default\",\"with\":[{\"type\":\"core\","
                        + "\"count\":4}]}],\"tasks\":[{\"command\":[\"app\",\"--rate\",\"30\",\"a b\"],"
                        + "\"slot\":\"default\",\"count\":{\"per_slot\":1}}],\"attributes\":{\"system\":"
                        + "{\"duration\":0.0},\"user\":{\"tags\":[[1,true],null]}}}");
    }

    @Test
    void bothDialectsReadTheCanonicalForm() {
        for (Dialect dialect : Dialect.values()) {
            assertThat(JobspecReader.read(JobspecWriter.toYaml(JOBSPEC), "yaml", dialect))
                    .isEqualTo(JOBSPEC);
            assertThat(JobspecReader.read(JobspecWriter.toJson(JOBSPEC), "json", dialect))
                    .isEqualTo(JOBSPEC);
        }
    }

    @Test
    void keysOfAnyLengthSurvive() {
        String key = "k".repeat(2_000);
        Jobspec jobspec = new Jobspec(
                1,
                JOBSPEC.resources(),
                JOBSPEC.tasks(),
                new Attributes(SystemAttributes.NONE, Map.of(key, List.of(Map.of(key, Map.of(key, 1L))))));

        assertThat(JobspecReader.read(JobspecWriter.toYaml(jobspec), "yaml", Dialect.RFC))
                .isEqualTo(jobspec);
        assertThat(JobspecReader.read(JobspecWriter.toJson(jobspec), "json", Dialect.RFC))
                .isEqualTo(jobspec);
    }
}
