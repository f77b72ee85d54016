package dev.sluice.simulator.metric;

import dev.sluice.simulator.result.MachineSeries;
import dev.sluice.simulator.result.RunResult;

/// Resource-seconds by state between two times, and the queue length.
///
/// @param waitingMean jobs in the queue, averaged over time
public record MachineUse(double busy, double idle, double down, double waitingMean, int waitingMax) {

    public static MachineUse between(RunResult run, long fromNanos, long toNanos) {
        MachineSeries series = run.machine();
        Sum busy = new Sum();
        Sum idle = new Sum();
        Sum down = new Sum();
        Sum waiting = new Sum();
        int waitingMax = 0;
        for (int i = 0; i < series.size(); i++) {
            long begin = Math.max(fromNanos, series.timeNanos(i));
            long end = Math.min(toNanos, i + 1 < series.size() ? series.timeNanos(i + 1) : toNanos);
            if (begin < end) {
                double seconds = MetricSeconds.of(end - begin);
                busy.add(seconds * series.busy(i));
                idle.add(seconds * series.idle(i));
                down.add(seconds * series.down(i));
                waiting.add(seconds * series.waiting(i));
                waitingMax = Math.max(waitingMax, series.waiting(i));
            }
        }
        return new MachineUse(
                busy.value(),
                idle.value(),
                down.value(),
                waiting.value() / MetricSeconds.of(toNanos - fromNanos),
                waitingMax);
    }
}
