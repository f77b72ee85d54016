package dev.sluice.kube.apiserver.cel;

/// A text that is no expression, or not one of the type that is wanted.
public final class CelRefusal extends Exception {
    private static final long serialVersionUID = 1;

    CelRefusal(String problem) {
        super(problem);
    }

    public String problem() {
        return String.valueOf(getMessage());
    }
}
