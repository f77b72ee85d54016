package dev.sluice.kube.apiserver.cel;

/// Why an expression has no value, in the words of Kubernetes' own CEL.
public final class CelEvaluationFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Kind kind;

    /// What to make of it.
    public enum Kind {
        ERROR,
        NO_SUCH_OVERLOAD,
        TOO_EXPENSIVE
    }

    CelEvaluationFailure(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    CelEvaluationFailure(String message) {
        this(Kind.ERROR, message);
    }

    public Kind kind() {
        return kind;
    }

    public String problem() {
        return String.valueOf(getMessage());
    }
}
