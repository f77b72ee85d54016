package dev.sluice.kube.apiserver.http;

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
final class SlowClients implements AutoCloseable {
    private final ScheduledExecutorService watchdog = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("slow clients").factory());
    private final long patienceMillis;

    SlowClients(long patienceMillis) {
        this.patienceMillis = patienceMillis;
    }

    /// While something is read or written.
    final class Guard implements AutoCloseable {
        private final ScheduledFuture<?> cut;

        private Guard(Thread server) {
            cut = watchdog.schedule(server::interrupt, patienceMillis, TimeUnit.MILLISECONDS);
        }

        @Override
        public void close() {
            cut.cancel(false);
        }
    }

    Guard guard() {
        return new Guard(Thread.currentThread());
    }

    @Override
    public void close() {
        watchdog.shutdownNow();
    }
}
