package dev.sluice.kube.apiserver.cel;

/// Thrown for an expression that does not compile, or has the wrong result type.
public final class CelCompileException extends Exception {
    private static final long serialVersionUID = 1;

    private final String foundType;

    /// @param foundType what it comes to; empty if it is no expression at all
    CelCompileException(String problem, String foundType) {
        super(problem);
        this.foundType = foundType;
    }

    CelCompileException(String problem) {
        this(problem, "");
    }

    public String problem() {
        return String.valueOf(getMessage());
    }

    /// Returns the actual result type; empty if the expression does not compile.
    public String foundType() {
        return foundType;
    }
}
