package dev.sluice.jobspec.parse;

/// What a text may cost. Jobspecs come from anyone who may submit; none of them may take the scheduler down.
public final class Limits {
    /// Batch scripts and input files are embedded in jobspecs; more than this belongs on a file system.
    public static final int MAX_JOBSPEC_CHARS = 4_000_000;

    /// The `scheduling` part of a resource set is a whole graph: some 100,000 vertices at 300 characters each.
    public static final int MAX_RESOURCE_SET_CHARS = 64_000_000;

    /// Real resource trees have some ten levels, two levels of text each. Whatever walks the tree may recurse.
    public static final int MAX_DEPTH = 100;

    /// Mappings, lists and scalars, aliases counted as what they stand for. A job with 10,000 environment variables
    /// has 20,000.
    public static final int MAX_NODES = 200_000;

    /// People share a few settings by alias; more is a bomb, or a program that should have written the values.
    public static final int MAX_ALIASES = 100;

    /// Digits of an integer: arithmetic on numbers takes time quadratic in their length.
    public static final int MAX_DIGITS = 100;

    private Limits() {}
}
