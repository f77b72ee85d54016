package dev.sluice.jobspec.parse;

/// Limits for parsed text. Any user may submit a jobspec; none may exhaust the scheduler's memory or time.
public final class Limits {
    /// Jobspecs embed batch scripts and input files; larger ones belong on a file system.
    public static final int MAX_JOBSPEC_CHARS = 4_000_000;

    /// The `scheduling` part of a resource set is a whole graph: some 100,000 vertices at 300 characters each.
    public static final int MAX_RESOURCE_SET_CHARS = 64_000_000;

    /// Real resource trees have some ten levels, two levels of text each. Code that traverses the tree may recurse.
    public static final int MAX_DEPTH = 100;

    /// Mappings, lists and scalars, with aliases expanded. A job with 10,000 environment variables has 20,000.
    public static final int MAX_NODES = 200_000;

    /// Users share a few settings by alias. More aliases are an attack, or come from a program that should write
    /// the values.
    public static final int MAX_ALIASES = 100;

    /// Digits of an integer: arithmetic on numbers takes time quadratic in their length.
    public static final int MAX_DIGITS = 100;

    private Limits() {}
}
