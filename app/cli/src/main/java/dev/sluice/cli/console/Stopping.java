package dev.sluice.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Lets Ctrl-C end a command cleanly: the first one asks the command to stop, and the process waits until it
/// has finished.
public final class Stopping implements AutoCloseable {

    /// Long enough to write the files of a very large run.
    private static final long WAIT_SECONDS = 60;

    private static final String GAVE_UP = "gave up waiting for the command to stop";

    private final long waitSeconds;
    private final String gaveUp;
    private final AtomicLong progress = new AtomicLong();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "stop the command");

    public Stopping() {
        this(WAIT_SECONDS, GAVE_UP);
    }

    /// One that waits for another time.
    ///
    /// @param waitSeconds how long the process waits without [#progress]
    /// @param gaveUp what it says when it waits no longer
    public Stopping(long waitSeconds, String gaveUp) {
        this.waitSeconds = waitSeconds;
        this.gaveUp = gaveUp;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public boolean isStopped() {
        return asked.getCount() == 0;
    }

    /// Reports progress of the command, so that the process keeps waiting for it.
    public void progress() {
        progress.incrementAndGet();
    }

    /// Waits until the user asks to stop.
    public void await() throws InterruptedException {
        asked.await();
    }

    /// A condition to wait for.
    @FunctionalInterface
    public interface Wait {
        /// Waits at most this long.
        ///
        /// @return whether the condition holds
        boolean seconds(long most) throws InterruptedException;
    }

    /// Waits for a condition unless the user asks to stop.
    ///
    /// @return whether the condition came to hold in time
    public boolean await(Wait something, long seconds) throws InterruptedException {
        boolean isThere = something.seconds(0);
        for (long i = 0; i < seconds && !isThere && !isStopped(); i++) {
            isThere = something.seconds(1);
        }
        return isThere;
    }

    private void stop() {
        asked.countDown();
        try {
            long before;
            boolean hasFinished;
            do {
                before = progress.get();
                hasFinished = finished.await(waitSeconds, TimeUnit.SECONDS);
            } while (!hasFinished && progress.get() != before);
            if (!hasFinished) {
                System.err.println("sluice: " + gaveUp);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// All is cleared up; the process may end.
    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is running: the process ends.
        }
    }
}
