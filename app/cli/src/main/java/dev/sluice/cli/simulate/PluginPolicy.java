package dev.sluice.cli.simulate;

import dev.sluice.scheduling.backfill.Pass;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.order.ScanOrder;
import dev.sluice.scheduling.predict.Estimator;
import java.nio.file.Path;

/// A policy from a jar. Its failures name the policy and the jar, since they are not the engine's.
record PluginPolicy(SchedulingPolicy policy, String name, Path jar) implements SchedulingPolicy {
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public void run(Pass pass) {
        try {
            policy.run(pass);
        } catch (RuntimeException | LinkageError e) {
            throw new IllegalStateException(
                    "policy (%s) of (%s) failed at %s s: %s".formatted(name, jar, pass.now() / NANOS_PER_SECOND, e), e);
        }
    }

    @Override
    public boolean backfills() {
        return policy.backfills();
    }

    @Override
    public ScanOrder scanOrder() {
        return policy.scanOrder();
    }

    @Override
    public Estimator newEstimator() {
        return policy.newEstimator();
    }
}
