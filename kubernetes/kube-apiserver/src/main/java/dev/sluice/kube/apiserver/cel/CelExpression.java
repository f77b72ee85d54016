package dev.sluice.kube.apiserver.cel;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A compiled expression. Thread-safe.
public final class CelExpression {
    /// Kubernetes' cost limit for one evaluation.
    public static final long COST_MAX = 1_000_000;

    private final CelRuntime.Program program;
    private final String source;
    private final boolean usesOld;
    private final long estimate;

    /// What an evaluation has come to.
    ///
    /// @param value nothing if there is a failure
    public record Outcome(@Nullable Object value, @Nullable CelEvaluationFailure failure, long cost) {}

    CelExpression(CelRuntime.Program program, String source, boolean usesOld, long estimate) {
        this.program = program;
        this.source = source;
        this.usesOld = usesOld;
        this.estimate = estimate;
    }

    /// True if it uses `oldSelf`.
    public boolean usesOld() {
        return usesOld;
    }

    /// Returns the estimated maximum cost, for the largest values that the schema allows.
    public long estimate() {
        return estimate;
    }

    public Outcome evaluate(Map<String, ?> variables) {
        CostMeter meter = new CostMeter(COST_MAX);
        CelEvaluationFailure failure;
        try {
            Object value = program.trace(variables, meter);
            if (!meter.isExceeded()) {
                return new Outcome(value, null, meter.cost());
            }
            failure = tooExpensive();
        } catch (CelEvaluationFailure e) {
            failure = e;
        } catch (CelEvaluationException e) {
            failure = meter.isExceeded() ? tooExpensive() : EvaluationErrors.of(e, source);
        }
        return new Outcome(null, failure, meter.cost());
    }

    private static CelEvaluationFailure tooExpensive() {
        return new CelEvaluationFailure(
                CelEvaluationFailure.Kind.TOO_EXPENSIVE, "operation cancelled: actual cost limit exceeded");
    }
}
