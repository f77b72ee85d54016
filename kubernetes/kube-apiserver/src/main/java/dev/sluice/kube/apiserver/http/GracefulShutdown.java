package dev.sluice.kube.apiserver.http;

import dev.sluice.runtime.time.Clock;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Stops the server gracefully: ends watches and lets responses in progress finish.
final class GracefulShutdown {
    /// Far longer than it takes for clients that read; the server does not wait for others.
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /// What wakes each watch.
    private final Set<Semaphore> watches = new HashSet<>();

    private final Clock clock;
    private int requests;
    private volatile boolean hasBegun;

    /// @param clock the machine's own, whatever the time in the cluster
    GracefulShutdown(Clock clock) {
        this.clock = clock;
    }

    boolean hasBegun() {
        return hasBegun;
    }

    synchronized void watchBegins(Semaphore woken) {
        watches.add(woken);
    }

    synchronized void watchEnds(Semaphore woken) {
        watches.remove(woken);
    }

    /// Around all of a request, the sending of the last bytes included.
    void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        count(1);
        try {
            chain.proceed();
        } finally {
            count(-1);
        }
    }

    private synchronized void count(int more) {
        requests += more;
        if (requests == 0) {
            notifyAll();
        }
    }

    /// Waits until nothing is under way, but not for ever.
    synchronized void await() {
        hasBegun = true;
        watches.forEach(Semaphore::release);
        long deadline = clock.nowNanos() + PATIENCE_NANOS;
        try {
            for (long left = PATIENCE_NANOS; requests > 0 && left > 0; left = deadline - clock.nowNanos()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
