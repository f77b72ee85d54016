package dev.sluice.graph.traverser;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static dev.sluice.graph.Jobs.some;
import static dev.sluice.graph.Jobs.xorSlot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Machine;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class TraverserTest {

    @Test
    void traversersAreFoundByFluxSchedsNames() {
        assertThat(Traverser.named("simple")).contains(Traverser.SIMPLE);
        assertThat(Traverser.named("flexible")).contains(Traverser.FLEXIBLE);
        assertThat(Traverser.named("FLEXIBLE")).isEmpty();
    }

    @Test
    void aJobspecWithoutAlternativesIsItsOnlyVariant() {
        Jobspec plain = job(60, node(1, slot(1, core(2))));

        assertThat(variants(Traverser.SIMPLE, plain)).containsExactly(plain);
        assertThat(variants(Traverser.FLEXIBLE, plain)).hasSize(1);
    }

    @Test
    void bothTraversersRejectASlotBesideAType() {
        for (Traverser traverser : Traverser.values()) {
            assertThat(traverser.prepare(job(60, core(1), slot(1, core(1)))).error())
                    .contains("test: siblings in jobspec request same resource type : slot.");
            assertThat(traverser.prepare(job(60, slot(1, core(1)), node(1))).error())
                    .contains("test: siblings in jobspec request same resource type : node.");
        }
    }

    @Test
    void anXorSlotBesideATypeIsNoVariant() {
        assertThat(variants(Traverser.FLEXIBLE, job(60, node(1), xorSlot(1, core(1)))))
                .isEmpty();
    }

    @Test
    void nothingInASlotCanBeShared() {
        ResourceRequest shared = core(1).withExclusive(false);

        assertThat(variants(Traverser.SIMPLE, job(60, shared))).hasSize(1);
        assertThat(variants(Traverser.SIMPLE, job(60, slot(1, shared)))).isEmpty();
        assertThat(variants(Traverser.FLEXIBLE, job(60, slot(1, node(1, shared)))))
                .isEmpty();
        assertThat(variants(Traverser.FLEXIBLE, job(60, slot(1, shared), slot(1, core(2)))))
                .hasSize(1);
    }

    @Test
    void bothTraversersRejectSiblingsOfOneTypeAtAnyDepth() {
        Jobspec twice = job(60, node(1, slot(1, core(1), core(2))));

        for (Traverser traverser : Traverser.values()) {
            assertThat(traverser.prepare(twice).variants()).isEmpty();
            assertThat(traverser.prepare(twice).error())
                    .contains("test: siblings in jobspec request same resource type : core.");
        }
    }

    @Test
    void onlyTheFlexibleTraverserTakesSiblingSlotsForAlternatives() {
        Jobspec slots = job(60, slot(1, core(1)), slot(2, core(2)));

        assertThat(Traverser.SIMPLE.prepare(slots).error())
                .contains("test: siblings in jobspec request same resource type : slot.");
        assertThat(variants(Traverser.FLEXIBLE, slots))
                .singleElement()
                .extracting(Jobspec::resources)
                .asInstanceOf(InstanceOfAssertFactories.list(ResourceRequest.class))
                .extracting(ResourceRequest::type)
                .containsExactly("or_slot", "or_slot");
    }

    @Test
    void theSimpleTraverserMatchesNoXorSlotsAndReportsNoError() {
        JobspecVariants prepared = Traverser.SIMPLE.prepare(job(60, xorSlot(1, core(1)), xorSlot(2, core(1))));

        assertThat(prepared.variants()).isEmpty();
        assertThat(prepared.error()).isEmpty();
    }

    @Test
    void theFlexibleTraverserTriesEachXorSlotInOrder() {
        assertThat(variants(Traverser.FLEXIBLE, job(60, xorSlot(1, core(4)), xorSlot(2, core(1)))))
                .extracting(Jobspec::resources)
                .containsExactly(List.of(orSlot(slot(1, core(4)))), List.of(orSlot(slot(2, core(1)))));
    }

    @Test
    void tooManyVariantsAreAnError() {
        ResourceRequest[] alternatives =
                Collections.nCopies(1001, xorSlot(1, core(1))).toArray(ResourceRequest[]::new);

        assertThat(Traverser.FLEXIBLE.prepare(job(60, alternatives)).error())
                .contains("select: xor_slots make more than 1000 variants.");
    }

    @Test
    void slotsAndTypesOfTheGraphAreKnown() {
        KnownTypes types = new KnownTypes();
        Jobspec memory = job(60, slot(1, some("memory", 1)));

        assertThat(types.cover(job(60, xorSlot(1, core(1))))).isTrue();
        assertThat(types.cover(memory)).isFalse();
        types.addAll(Machine.ofNodes(1).withMemory(1, 1).build());
        assertThat(types.cover(memory)).isTrue();
    }

    private static ResourceRequest orSlot(ResourceRequest slot) {
        return new ResourceRequest(
                ResourceRequest.OR_SLOT,
                slot.count(),
                slot.unit(),
                slot.exclusive(),
                slot.label(),
                slot.id(),
                slot.with());
    }

    private static List<Jobspec> variants(Traverser traverser, Jobspec jobspec) {
        JobspecVariants prepared = traverser.prepare(jobspec);
        assertThat(prepared.error()).isEmpty();
        return prepared.variants().stream().map(CompiledJobspec::jobspec).toList();
    }
}
