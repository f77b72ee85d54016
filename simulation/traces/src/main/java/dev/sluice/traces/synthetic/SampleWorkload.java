package dev.sluice.traces.synthetic;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;

/// A workload for whoever has no trace and does not want to choose: batch jobs of the Lublin–Feitelson model with
/// Tsafrir's estimates, of fifty users.
public final class SampleWorkload {
    private SampleWorkload() {}

    public static Workload lublin(int jobs, int processors, long seed) {
        Seeds seeds = new Seeds(seed);
        Workload plain = new LublinFeitelson(LublinFeitelson.Jobs.BATCH, processors).generate(jobs, seeds);
        Workload estimated = TsafrirEstimates.fitting(plain).assign(plain, seeds.within("estimates"));
        return ZipfUsers.USUAL.assign(estimated, seeds);
    }
}
