package dev.sluice.kube.apiserver.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/// Cuts off who does not read what is sent, or does not send what it has announced.
///
/// A client that stops in the middle would hold its connection, and whoever serves it, for ever. Requests are
/// answered on
/// virtual threads; one that is interrupted while it reads or writes closes its socket. How slow somebody is,
/// is told by the
/// machine's own time, whatever the time in the cluster.
///
/// Whoever is being served says since when, and one thread looks now and then: to set an alarm for each read and write
/// would cost more than most of them.
final class SlowClients implements AutoCloseable {
    /// So much longer than it must, a client may be waited for.
    private static final int LOOKS_PER_PATIENCE = 10;

    private final ScheduledExecutorService watchdog = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("slow clients").factory());
    private final Set<Guard> served = ConcurrentHashMap.newKeySet();
    private final long patienceNanos;
    private final ScheduledFuture<?> looking;

    SlowClients(long patienceMillis) {
        patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        long pauseNanos = patienceNanos / LOOKS_PER_PATIENCE;
        looking = watchdog.scheduleWithFixedDelay(this::look, pauseNanos, pauseNanos, TimeUnit.NANOSECONDS);
    }

    private void look() {
        long now = System.nanoTime();
        for (Guard guard : served) {
            if (now - guard.begin >= patienceNanos) {
                guard.cut();
            }
        }
    }

    /// While something is read or written.
    final class Guard implements AutoCloseable {
        private final Thread server = Thread.currentThread();
        private final long begin = System.nanoTime();
        private boolean isOver;

        private Guard() {
            served.add(this);
        }

        /// Never after it is over, when the thread serves somebody else.
        private synchronized void cut() {
            if (!isOver) {
                server.interrupt();
            }
        }

        @Override
        public void close() {
            served.remove(this);
            synchronized (this) {
                isOver = true;
            }
        }
    }

    Guard guard() {
        return new Guard();
    }

    @Override
    public void close() {
        looking.cancel(false);
        watchdog.shutdownNow();
    }
}
