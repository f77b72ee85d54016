package dev.sluice.kube.apiserver.cel;

/// A text that is no expression, or not one of the type that is wanted.
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

    /// What it comes to instead of what is wanted; empty if it is no expression at all.
    public String foundType() {
        return foundType;
    }
}
