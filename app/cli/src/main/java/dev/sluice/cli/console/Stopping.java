package dev.sluice.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Lets Ctrl-C end a command without losing anything: the first one asks the command to stop, and the process waits
/// until it has cleared up.
public final class Stopping implements AutoCloseable {

    /// Enough to write the files of a very large run; after it, whoever pressed Ctrl-C has waited long enough.
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

    /// Notes that the command gets on, so that the process waits further.
    public void progress() {
        progress.incrementAndGet();
    }

    /// Waits until somebody wants it to stop.
    public void await() throws InterruptedException {
        asked.await();
    }

    /// Something that can be waited for.
    @FunctionalInterface
    public interface Wait {
        /// Waits for so long at most.
        ///
        /// @return whether it is there
        boolean seconds(long most) throws InterruptedException;
    }

    /// Waits for something as long as nobody wants to stop.
    ///
    /// @return whether it is there, within that time
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
