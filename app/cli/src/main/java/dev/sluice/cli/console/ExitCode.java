package dev.sluice.cli.console;

/// The exit codes of all commands.
public final class ExitCode {
    public static final int OK = 0;

    /// The command failed, or its answer is no.
    public static final int FAILED = 1;

    /// Bad options, bad input, or a missing requirement on this machine.
    public static final int BAD_INPUT = 2;

    private ExitCode() {}
}
