package dev.sluice.jobspec.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Dependency;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.NullValue;
import dev.sluice.jobspec.Operator;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.Task;
import dev.sluice.jobspec.TaskCount;
import dev.sluice.jobspec.set.Idset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class JobspecReaderTest {
    private static final String FULL = """
            version: 1
            resources:
              - type: node
                count: 2
                exclusive: true
                with:
                  - {type: slot, count: 4, label: default, with: [
                      {type: core, count: 8}, {type: memory, count: 16, unit: GB, id: "0-3"}]}
            tasks:
              - command: [app, -n, 5]
                slot: default
                count: {per_slot: 1}
                attributes: {pinned: yes, depth: [1, 2.5, null]}
                distribution: cyclic
            attributes:
              system:
                duration: 3600.5
                preemptible-after: 60
                queue: batch
                bank: physics
                project: qcd
                cwd: /tmp
                job: {name: lattice, colour: blue}
                environment: {HOME: /h, N: 4, LANG: null}
                dependencies: [{scheme: afterok, value: f2Xn, weight: 3}]
                constraints: {and: [{properties: ["^slow"]}, {hostlist: ["a[1-3]", b]}, {ranks: [0, "2-4"]}]}
                shell: {options: {verbose: 1}}
              user:
                note: "42"
            """;

    @ParameterizedTest
    @EnumSource
    void allFieldsAreRead(Dialect dialect) {
        Jobspec jobspec = JobspecReader.read(FULL, "full.yaml", dialect);

        ResourceRequest core = ResourceRequest.of("core", Count.exactly(8));
        ResourceRequest memory = new ResourceRequest(
                "memory",
                Count.exactly(16),
                Optional.of("GB"),
                Optional.empty(),
                Optional.empty(),
                Optional.of("0-3"),
                List.of());
        ResourceRequest node = jobspec.resources().getFirst();
        assertThat(node.exclusive()).contains(true);
        assertThat(node.with()).containsExactly(ResourceRequest.slot("default", Count.exactly(4), core, memory));
        assertThat(jobspec.tasks())
                .containsExactly(new Task(
                        List.of("app", "-n", "5"),
                        "default",
                        new TaskCount.PerSlot(1),
                        Map.of("pinned", "yes", "depth", List.of(1L, 2.5, NullValue.NULL)),
                        Optional.of("cyclic")));
        SystemAttributes system = jobspec.attributes().system();
        assertThat(system.durationSeconds()).isEqualTo(3600.5);
        assertThat(system.wholeSeconds()).isEqualTo(3601);
        assertThat(system.preemptibleAfterSeconds()).hasValue(60);
        assertThat(system.queue()).contains("batch");
        assertThat(system.bank()).contains("physics");
        assertThat(system.project()).contains("qcd");
        assertThat(system.cwd()).contains("/tmp");
        assertThat(system.jobName()).contains("lattice");
        assertThat(system.environment())
                .containsExactly(
                        Map.entry("HOME", Optional.of("/h")),
                        Map.entry("N", Optional.of("4")),
                        Map.entry("LANG", Optional.empty()));
        assertThat(system.dependencies()).containsExactly(new Dependency("afterok", "f2Xn", Map.of("weight", 3L)));
        assertThat(system.constraint())
                .contains(new Constraint.And(List.of(
                        new Constraint.Properties(List.of("^slow")),
                        new Constraint.Hostlist(dev.sluice.jobspec.set.Hostlist.parse("a[1-3],b")),
                        new Constraint.Ranks(Idset.parse("0,2-4")))));
        assertThat(system.other())
                .containsExactly(
                        Map.entry("job", Map.of("colour", "blue")),
                        Map.entry("shell", Map.of("options", Map.of("verbose", 1L))));
        assertThat(jobspec.attributes().user()).isEqualTo(Map.of("note", "42"));
    }

    @Test
    void jsonIsReadToo() {
        String json = """
                {"version": 1,
                \t"resources": [{"type": "slot", "count": 2, "label": "a\\u00e4", "with": [{"type": "core", "count": 1}]}],
                \t"tasks": [{"command": ["app"], "slot": "aä", "count": {"total": 3}}],
                \t"attributes": {"system": {"duration": 0}}}
                """;

        Jobspec jobspec = JobspecReader.read(json, "job.json", Dialect.RFC);

        assertThat(jobspec.resources().getFirst().label()).contains("aä");
        assertThat(jobspec.tasks().getFirst().count()).isEqualTo(new TaskCount.Total(3));
    }

    @Test
    void flowYamlThatOnlyLooksLikeJsonIsReadAsYaml() {
        Jobspec jobspec = JobspecReader.read(
                "{version: 1, resources: [{type: node, count: 1}], tasks: [{command: x, slot: s, count: {total: 1}}],"
                        + " attributes: {}}",
                "flow.yaml",
                Dialect.RFC);

        assertThat(jobspec.attributes()).isEqualTo(Attributes.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4 | 4",
                "0x10 | 16",
                "'\"4\"' | 4",
                "'\"2,4,8\"' | 2,4,8",
                "2-8 | 2-8",
                "'\"2-16:2:*\"' | 2-16:2:*",
                "'[100+]' | ",
                "'\"[100+]\"' | 100+",
                "'{min: 3}' | 3+",
                "'{min: 3, max: 9}' | 3-9",
                "'{min: 3, max: 9, operand: 2}' | 3-9:2",
                "'{min: 2, operator: \"^\", operand: 2}' | 2+:2:^"
            })
    void theRfcDialectReadsAllFormsOfCounts(String yaml, String count) {
        String text = resource("{type: node, count: " + yaml + "}");

        if (count == null) {
            assertThatThrownBy(() -> JobspecReader.read(text, "x", Dialect.RFC)).isInstanceOf(JobspecException.class);
        } else {
            assertThat(read(text, Dialect.RFC).resources().getFirst().count()).isEqualTo(Count.parse(count));
        }
    }

    @Test
    void fluxSchedReadsOnlyNumbersAndCompleteRanges() {
        assertThat(count("4")).isEqualTo(Count.exactly(4));
        assertThat(count("\"4\"")).isEqualTo(Count.exactly(4));
        assertThat(count("{min: 3}")).isEqualTo(new Count.Range(3, Count.FLUX_SCHED_UNLIMITED, Operator.ADD, 1));
        assertThat(count("{min: 2, max: 64, operator: '*', operand: 2}"))
                .isEqualTo(new Count.Range(2, 64, Operator.MULTIPLY, 2));
        assertRefused("resources[0].count: must be an integer (2-8)", resource("{type: node, count: 2-8}"));
        assertRefused(
                "max, operator and operand must be given all together or not at all (min, max)",
                resource("{type: node, count: {min: 2, max: 3}}"));
    }

    @Test
    void slotsOfEveryKindNeedContents() {
        for (String type : List.of("slot", "or_slot", "xor_slot")) {
            assertRefused("slot without key (with)", resource("{type: " + type + ", count: 1, label: a}"));
            assertRefused(
                    type + " (a) without resources in it",
                    resource("{type: " + type + ", count: 1, label: a, with: []}"));
        }
    }

    @Test
    void slotsNeedALabelButFluxSchedNamesAnXorSlotByItsType() {
        for (String type : List.of("slot", "or_slot")) {
            assertRefused("x:2:13: resources[0]: slot without key (label)", resource(withoutLabel(type)));
        }
        String xorSlot = resource(withoutLabel("xor_slot"));

        assertThat(read(xorSlot, Dialect.FLUX_SCHED).resources().getFirst().label())
                .contains("xor_slot");
        assertThatThrownBy(() -> read(xorSlot, Dialect.RFC)).hasMessageContaining("slot without key (label)");
    }

    private static String withoutLabel(String type) {
        return "{type: " + type + ", count: 1, with: [{type: core, count: 1}]}";
    }

    @Test
    void aMisspeltKeyIsRecognized() {
        assertRefused(
                "x:2:26: resources[0].cuont: unknown key (cuont). Maybe count?", resource("{type: node, cuont: 1}"));
        assertRefused(
                "resources[0].colour: unknown key (colour). Maybe one of type, count, unit, exclusive, with, label, id?",
                resource("{type: node, count: 1, colour: blue}"));
    }

    @Test
    void attributesMayBeNullForFluxSchedOnly() {
        String text = resource("{type: node, count: 1}").replace("attributes: {}", "attributes:");

        assertThat(read(text, Dialect.FLUX_SCHED).attributes()).isEqualTo(Attributes.NONE);
        assertThatThrownBy(() -> read(text, Dialect.RFC)).hasMessageContaining("attributes: must be a mapping (null)");
    }

    @Test
    void commandsMayBeTextsForTheRfcsOnly() {
        String text = resource("{type: node, count: 1}").replace("[app]", "app");

        assertThat(read(text, Dialect.RFC).tasks().getFirst().command()).containsExactly("app");
        assertRefused("tasks[0].command: must be a list (app). Maybe put it in brackets, [app]?", text);
    }

    @Test
    void exclusiveIsSpeltInLowerCaseForFluxSched() {
        String text = resource("{type: node, count: 1, exclusive: True}");

        assertThat(read(text, Dialect.RFC).resources().getFirst().exclusive()).contains(true);
        assertRefused("resources[0].exclusive: must be true or false (True)", text);
    }

    @Test
    void durationsAreSeconds() {
        assertThat(system("duration: '90'", Dialect.FLUX_SCHED).wholeSeconds()).isEqualTo(90);
        assertThat(system("duration: 0.1", Dialect.RFC).wholeSeconds()).isEqualTo(1);
        assertThat(system("cwd: /", Dialect.RFC).wholeSeconds()).isZero();
        assertRefused(
                "attributes.system.duration: must be a number of seconds (1.5h). Maybe 5400.0?",
                attributes("duration: 1.5h"));
        assertRefused("must be a number (soon)", attributes("duration: soon"));
        assertRefused("must be a number of seconds from 0 to 2^53 (-1)", attributes("duration: -1"));
        assertRefused("must be a number (.inf)", attributes("duration: .inf"));
        assertRefused("must be a number of seconds from 0 to 2^53 (1e300)", attributes("duration: 1e300"));
    }

    @Test
    void constraintsHaveOneOperatorEach() {
        assertThat(system("constraints: {}", Dialect.RFC).constraint()).contains(Constraint.ANY);
        assertThat(system("constraints: {not: []}", Dialect.RFC).constraint()).contains(new Constraint.Not(List.of()));
        assertRefused(
                "constraints: more than one operator (not, or). Maybe join them by and: [{…}, {…}]?",
                attributes("constraints: {not: [], or: []}"));
        assertRefused("unknown key (propertys). Maybe properties?", attributes("constraints: {propertys: [a]}"));
        assertRefused(
                "constraints.or[0].hostlist[0]: hostlist (a[): bracket that is never closed at position (2)",
                attributes("constraints: {or: [{hostlist: ['a[']}]}"));
        assertRefused(
                "constraints.ranks[0]: idset (3-1): range ends (1) before it begins (3)",
                attributes("constraints: {ranks: [3-1]}"));
    }

    @Test
    void tasksMayCountPerResource() {
        String text =
                resource("{type: node, count: 1}").replace("{total: 1}", "{per_resource: {type: core, count: 2}}");

        assertThat(read(text, Dialect.RFC).tasks().getFirst().count()).isEqualTo(new TaskCount.PerResource("core", 2));
        assertRefused(
                "tasks[0].count.per_resource: key (count) is missing",
                text.replace("{type: core, count: 2}", "{type: core}"));
        assertRefused("must be an integer from 1 to", text.replace("count: 2}", "count: 0}"));
    }

    @Test
    void theExceptionKnowsItsParts() {
        assertThatThrownBy(() -> read("version: 1\nresources: 3\ntasks: []\nattributes: {}", Dialect.RFC))
                .isInstanceOfSatisfying(JobspecException.class, e -> {
                    assertThat(e.source()).isEqualTo("x");
                    assertThat(e.line()).isEqualTo(2);
                    assertThat(e.column()).isEqualTo(12);
                    assertThat(e.path()).isEqualTo("resources");
                    assertThat(e.problem()).isEqualTo("must be a list (3). Maybe put it in brackets, [3]?");
                });
    }

    @Test
    void theRfcDialectNeedsAResourceAndATask() {
        assertThatThrownBy(() -> read("{version: 1, resources: [], tasks: [], attributes: {}}", Dialect.RFC))
                .hasMessageContaining("resources: must name at least one resource");
        assertThat(read("{version: 1, resources: [], tasks: [], attributes: {}}", Dialect.FLUX_SCHED)
                        .tasks())
                .isEmpty();
    }

    private static Count count(String yaml) {
        return read(resource("{type: node, count: " + yaml + "}"), Dialect.FLUX_SCHED)
                .resources()
                .getFirst()
                .count();
    }

    private static SystemAttributes system(String yaml, Dialect dialect) {
        return read(attributes(yaml), dialect).attributes().system();
    }

    private static String attributes(String system) {
        return resource("{type: node, count: 1}").replace("attributes: {}", "attributes:\n  system:\n    " + system);
    }

    private static String resource(String resource) {
        return "version: 1\nresources: [" + resource
                + "]\ntasks: [{command: [app], slot: s, count: {total: 1}}]\nattributes: {}\n";
    }

    private static void assertRefused(String message, String text) {
        assertThatThrownBy(() -> read(text, Dialect.FLUX_SCHED))
                .isInstanceOf(JobspecException.class)
                .hasMessageContaining(message);
    }

    private static Jobspec read(String text, Dialect dialect) {
        return JobspecReader.read(text, "x", dialect);
    }
}
