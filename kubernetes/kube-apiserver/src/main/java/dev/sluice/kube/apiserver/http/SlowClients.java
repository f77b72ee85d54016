package dev.sluice.kube.apiserver.http;

import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Disconnects clients that stop reading a response or sending a body.
///
/// Such a client would hold its connection and thread for ever. Requests run on virtual threads; interrupting one
/// that reads or writes closes its socket.
///
/// Every read and write notes its start, and one thread checks all of them now and then: a timer for each would cost
/// more than most of them.
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

        /// Never after its end, when the thread serves another request.
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
