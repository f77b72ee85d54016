package dev.sluice.cli.console;

/// Lets Ctrl-C end a command that has nothing to finish: at once, and with exit code 0, since that is how it is meant
/// to end.
public final class EndAtOnce implements AutoCloseable {
    private final Thread hook;

    /// @param last what to do before the process ends; must not block
    public EndAtOnce(Runnable last) {
        hook = new Thread(
                () -> {
                    try {
                        last.run();
                    } finally {
                        Runtime.getRuntime().halt(ExitCode.OK);
                    }
                },
                "end the command");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// The command goes on or ends by itself.
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is running: the process ends.
        }
    }
}
