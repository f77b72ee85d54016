package dev.sluice.controller;

import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.drive.Effects;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Tells a listener of decisions before they are carried out.
record ObservedEffects(Engine engine, Effects effects, DecisionListener listener) implements Effects {

    @Override
    public void carryOut(List<Decision> decisions) {
        for (Decision decision : decisions) {
            jobOf(decision)
                    .ifPresent(job -> objectOf(job).ifPresent(object -> listener.decided(decision, job, object)));
        }
        effects.carryOut(decisions);
    }

    private Optional<WorkloadRef> objectOf(long id) {
        int job = engine.table().indexOf(id);
        return job == JobTable.NO_JOB
                ? Optional.empty()
                : WorkloadRef.of(engine.table().job(job).jobspec());
    }

    private static OptionalLong jobOf(Decision decision) {
        return switch (decision) {
            case Decision.Start it -> OptionalLong.of(it.job());
            case Decision.Adopt it -> OptionalLong.of(it.job());
            case Decision.Extend it -> OptionalLong.of(it.job());
            case Decision.Reduce it -> OptionalLong.of(it.job());
            case Decision.Plan it -> OptionalLong.of(it.job());
            case Decision.Requeue it -> OptionalLong.of(it.job());
            case Decision.ExpectEnd it -> OptionalLong.of(it.job());
            case Decision.Stop it -> OptionalLong.of(it.job());
            case Decision.Refuse it -> OptionalLong.of(it.job());
            case Decision.EnterWindow _,
                    Decision.Quarantine _,
                    Decision.WindowInUse _,
                    Decision.WakeAt _,
                    Decision.Report _ -> OptionalLong.empty();
        };
    }
}
