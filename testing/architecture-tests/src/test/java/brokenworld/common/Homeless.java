package brokenworld.common;

/// In no module, and its package is not null-marked.
public final class Homeless {
    private Homeless() {}
}
