package dev.sluice.cli.simulate;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Lets Ctrl-C end a run without losing what it has found out: the first one asks the run to stop, and the
/// process waits until its files are written.
final class Stopping implements AutoCloseable {

    /// Enough to write the files of a very large run; after it, whoever pressed Ctrl-C has waited long enough.
    private static final long WAIT_SECONDS = 60;

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "stop the run");
    private volatile boolean stopped;

    Stopping() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    boolean isStopped() {
        return stopped;
    }

    private void stop() {
        stopped = true;
        try {
            if (!finished.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("sluice: gave up waiting for the run to stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        finished.countDown();
        if (!stopped) {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
