package dev.sluice.runtime.step;

import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Drives steps in real time: one thread owns the steps and timers, and sleeps while there is nothing to do.
///
/// Other threads that hand new input to a step call [#wake]. Closing waits for the current turn.
public final class ThreadCrank implements AutoCloseable {
    private final Clock clock;
    private final TimerQueue timers;
    private final Duty duty;
    private final Thread thread;
    private volatile boolean stopping;

    /// Needed beside the thread's park permit, which a step that waits for a lock uses up.
    private volatile boolean woken;

    public ThreadCrank(String name, Clock clock, TimerQueue timers, List<? extends Step> steps, Faults faults) {
        this.clock = clock;
        this.timers = timers;
        this.duty = new Duty(timers, steps, faults);
        this.thread = Thread.ofPlatform().name(name).unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /// Makes the thread look for work now. A call during a turn is not lost: another turn follows.
    public void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    /// Asks the thread to end after its turn.
    public void stop() {
        stopping = true;
        wake();
    }

    /// Returns once the thread has ended. If the thread itself calls this, it only asks it to end.
    @Override
    public void close() {
        stop();
        if (!Thread.currentThread().equals(thread)) {
            joinUninterruptibly();
        }
    }

    private void run() {
        while (!stopping) {
            woken = false;
            int done = duty.turn(clock.nowNanos());
            if (done == Duty.FAULTED) {
                return;
            }
            if (done == 0 && !woken) {
                rest();
            }
        }
    }

    private void rest() {
        long next = timers.nextDeadlineNanos();
        if (next == TimerQueue.NEVER_NANOS) {
            LockSupport.park(this);
            return;
        }
        long nanos = next - clock.nowNanos();
        if (nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        }
    }

    private void joinUninterruptibly() {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
