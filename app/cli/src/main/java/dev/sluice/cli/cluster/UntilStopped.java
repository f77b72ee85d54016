package dev.sluice.cli.cluster;

import java.util.concurrent.CountDownLatch;

/// Lets a command run until Ctrl-C, and clear up before the process ends.
final class UntilStopped implements AutoCloseable {
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    UntilStopped() {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::stop));
    }

    void await() throws InterruptedException {
        stop.await();
    }

    private void stop() {
        stop.countDown();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// All is cleared up; the process may end.
    @Override
    public void close() {
        stopped.countDown();
    }
}
