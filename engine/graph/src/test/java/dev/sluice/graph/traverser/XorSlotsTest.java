package dev.sluice.graph.traverser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.parse.JobspecReader;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class XorSlotsTest {

    @Test
    void eachSiblingXorSlotIsAVariant() {
        assertThat(variants(
                        "{type: xor_slot, count: 1, label: a, with: [{type: core, count: 4}]}",
                        "{type: node, count: 1}",
                        "{type: xor_slot, count: 2, label: b, with: [{type: gpu, count: 1}]}"))
                .containsExactly("node*1 slot*1(core*4)", "node*1 slot*2(gpu*1)");
    }

    @Test
    void alternativesAtDifferentLevelsCombine() {
        String either = "with: [{type: xor_slot, count: 1, label: %s, with: [{type: core, count: 1}]},"
                + " {type: xor_slot, count: 2, label: %s, with: [{type: core, count: 1}]}]";

        assertThat(variants(
                        "{type: node, count: 1, " + either.formatted("a", "b") + "}",
                        "{type: rack, count: 1, " + either.formatted("c", "d") + "}"))
                .containsExactly(
                        "node*1(slot*1(core*1)) rack*1(slot*1(core*1))",
                        "node*1(slot*2(core*1)) rack*1(slot*1(core*1))",
                        "node*1(slot*1(core*1)) rack*1(slot*2(core*1))",
                        "node*1(slot*2(core*1)) rack*1(slot*2(core*1))");
    }

    @Test
    void nestedAlternativesAreExpanded() {
        assertThat(variants("{type: xor_slot, count: 1, label: a, with: [{type: node, count: 1, with: ["
                        + "{type: xor_slot, count: 1, label: b, with: [{type: core, count: 1}]},"
                        + "{type: xor_slot, count: 1, label: c, with: [{type: gpu, count: 1}]}]}]}"))
                .containsExactly("slot*1(node*1(slot*1(core*1)))", "slot*1(node*1(slot*1(gpu*1)))");
    }

    @Test
    void moreThanAThousandVariantsAreRefused() {
        assertThat(XorSlots.split(jobspec(alternatives(1000)))).isPresent();
        assertThat(XorSlots.split(jobspec(alternatives(1001)))).isEmpty();
    }

    @Test
    void aJobspecWithoutXorSlotsIsUnchanged() {
        Jobspec plain = jobspec("{type: slot, count: 1, label: a, with: [{type: core, count: 1}]}");

        assertThat(XorSlots.split(plain)).contains(List.of(plain));
    }

    private static String alternatives(int count) {
        return "{type: xor_slot, count: 1, label: a, with: [{type: core, count: 1}]}, ".repeat(count - 1)
                + "{type: xor_slot, count: 1, label: a, with: [{type: core, count: 2}]}";
    }

    private static List<String> variants(String... requests) {
        return XorSlots.split(jobspec(String.join(", ", requests))).orElseThrow().stream()
                .map(variant -> text(variant.resources()))
                .toList();
    }

    private static Jobspec jobspec(String requests) {
        return JobspecReader.read("""
                version: 9999
                resources: [%s]
                tasks: [{command: [app], slot: a, count: {per_slot: 1}}]
                attributes: {system: {duration: 60}}
                """.formatted(requests), "test", Dialect.FLUX_SCHED);
    }

    private static String text(List<ResourceRequest> requests) {
        return requests.stream()
                .map(request -> request.type() + "*" + text(request.count())
                        + (request.with().isEmpty() ? "" : "(" + text(request.with()) + ")"))
                .collect(Collectors.joining(" "));
    }

    private static String text(Count count) {
        return Long.toString(count.min());
    }
}
