package dev.sluice.traces.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.swf.SwfWorkloads;
import dev.sluice.traces.swf.SwfWriter;
import dev.sluice.traces.synthetic.LublinFeitelson.Jobs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a seed means is part of the product: results that were published with it can be had again. If one of these
/// changes, the changelog has to say so.
class SameSeedTest {
    private static final Seeds SEEDS = new Seeds(7);

    @Test
    void lublinsJobsAndTsafrirsEstimatesStayTheSame() throws IOException {
        Workload workload = new LublinFeitelson(Jobs.TYPED, 128).generate(8, SEEDS);

        assertThat(lines(TsafrirEstimates.fitting(workload).assign(workload, SEEDS)))
                .isEqualTo("""
                1 18 -1 32 1 -1 -1 1 3600 -1 -1 -1 -1 -1 0 -1 -1 -1
                2 42 -1 56 8 -1 -1 8 3600 -1 -1 -1 -1 -1 0 -1 -1 -1
                3 99 -1 85 2 -1 -1 2 900 -1 -1 -1 -1 -1 0 -1 -1 -1
                4 169 -1 21 4 -1 -1 4 3600 -1 -1 -1 -1 -1 0 -1 -1 -1
                5 198 -1 8 2 -1 -1 2 3600 -1 -1 -1 -1 -1 0 -1 -1 -1
                6 269 -1 12 45 -1 -1 45 3600 -1 -1 -1 -1 -1 0 -1 -1 -1
                7 277 -1 202 1 -1 -1 1 300 -1 -1 -1 -1 -1 1 -1 -1 -1
                8 291 -1 14 32 -1 -1 32 3600 -1 -1 -1 -1 -1 0 -1 -1 -1
                """);
    }

    @Test
    void poissonsJobsAndEstimatesByFactorStayTheSame() throws IOException {
        Workload workload = new PoissonModel(128, 300, 0.8, 14, 3600, 128).generate(4, SEEDS);

        assertThat(lines(new FactorEstimates(5).assign(workload, SEEDS))).isEqualTo("""
                1 302 -1 2595 1 -1 -1 1 7253 -1 -1 -1 -1 -1 -1 -1 -1 -1
                2 2132 -1 8746 64 -1 -1 64 29395 -1 -1 -1 -1 -1 -1 -1 -1 -1
                3 3737 -1 1270 4 -1 -1 4 3668 -1 -1 -1 -1 -1 -1 -1 -1 -1
                4 4165 -1 3224 1 -1 -1 1 6609 -1 -1 -1 -1 -1 -1 -1 -1 -1
                """);
    }

    /// Without the header.
    private static String lines(Workload workload) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SwfWriter.write(SwfWorkloads.toTrace(workload, List.of()), out);
        return out.toString(StandardCharsets.UTF_8).replaceAll("(?m)^;.*\n", "");
    }
}
