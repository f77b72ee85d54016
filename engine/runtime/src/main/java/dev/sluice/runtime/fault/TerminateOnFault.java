package dev.sluice.runtime.fault;

import java.io.PrintStream;

/// Handles faults in production: reports the fault and ends the process at once.
///
/// No shutdown hook runs, since hooks would act on corrupt state. Durable state is replayed on the next start.
public final class TerminateOnFault implements Faults {

    /// Exit status of the process: `EX_SOFTWARE`, an internal error, as service managers know it from `sysexits.h`.
    public static final int EXIT_STATUS = 70;

    private final PrintStream report;
    private final Halt halt;

    /// Ends this process.
    public TerminateOnFault(PrintStream report) {
        this(report, Runtime.getRuntime()::halt);
    }

    TerminateOnFault(PrintStream report, Halt halt) {
        this.report = report;
        this.halt = halt;
    }

    @Override
    public void raise(String where, Throwable fault) {
        try {
            report.println("sluice: fault in " + where + ": " + fault);
            fault.printStackTrace(report);
            report.flush();
        } finally {
            halt.now(EXIT_STATUS);
        }
    }

    interface Halt {
        void now(int status);
    }
}
