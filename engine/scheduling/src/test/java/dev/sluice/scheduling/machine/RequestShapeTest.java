package dev.sluice.scheduling.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.scheduling.limit.ResourceAmounts;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What limits count of a request.
class RequestShapeTest {
    @ParameterizedTest
    @CsvSource({"gpu,6", "nvidia.com/gpu,6", "amd.com/gpu,6", "nvidia.com/gpu.shared,0", "example.com/fpga,0"})
    void gpusOfAllVendorsAreCounted(String type, long expected) {
        Jobspec jobspec = new Jobspec(
                Jobspec.VERSION_1,
                List.of(ResourceRequest.slot(
                        "task",
                        Count.exactly(3),
                        ResourceRequest.of(VertexKind.CORE, Count.exactly(4)),
                        ResourceRequest.of(type, Count.exactly(2)))),
                List.of(),
                Attributes.NONE);

        assertThat(RequestShape.of(new CompiledJobspec(jobspec)).gpus()).isEqualTo(expected);
        assertThat(ResourceAmounts.ofParts(jobspec, 1)).isEqualTo(new ResourceAmounts(0, 0, 12, expected));
    }
}
