package dev.sluice.kube.apiserver.http;

import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Cuts off who does not read what is sent, or does not send what it has announced.
///
/// A client that stops in the middle would hold its connection, and whoever serves it, for ever. Requests are
/// answered on virtual threads; one that is interrupted while it reads or writes closes its socket.
///
/// Whoever is being served says since when, and one thread looks now and then: to set an alarm for each read and
/// write would cost more than most of them.
final class SlowClients implements AutoCloseable {
    /// So much longer than it must, a client may be waited for.
    private static final int LOOKS_PER_PATIENCE = 10;

    private final Set<Guard> served = ConcurrentHashMap.newKeySet();
    private final TimerQueue timers = new TimerQueue();
    private final Clock clock;
    private final long patienceNanos;
    private final ThreadCrank crank;

    /// @param clock the machine's own, whatever the time in the cluster
    SlowClients(Clock clock, Faults faults, long patienceMillis) {
        this.clock = clock;
        patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        lookAfter(clock.nowNanos());
        crank = new ThreadCrank("slow clients", clock, timers, List.of(), faults);
        crank.start();
    }

    private void lookAfter(long nowNanos) {
        timers.schedule(nowNanos + patienceNanos / LOOKS_PER_PATIENCE, this::look, 0);
    }

    private void look(long subject, long nowNanos) {
        for (Guard guard : served) {
            if (nowNanos - guard.begin >= patienceNanos) {
                guard.cut();
            }
        }
        lookAfter(nowNanos);
    }

    /// While something is read or written.
    final class Guard implements AutoCloseable {
        private final Thread server = Thread.currentThread();
        private final long begin = clock.nowNanos();
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
        crank.close();
    }
}
