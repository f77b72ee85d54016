package dev.sluice.cli.console;

/// What the command line tells the shell.
public final class ExitCode {
    public static final int OK = 0;

    /// What was asked for could not be done, or the answer is no.
    public static final int FAILED = 1;

    /// The request itself is at fault: bad options, bad input, a machine that lacks what is needed.
    public static final int BAD_INPUT = 2;

    private ExitCode() {}
}
