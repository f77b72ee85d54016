package dev.sluice.kube.apiserver.cel;

/// Thrown if an evaluation fails, with the message of Kubernetes' CEL library.
public final class CelEvaluationFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Kind kind;

    /// The kind of failure.
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
