package dev.sluice.simulator.drive;

import dev.sluice.traces.WorkloadJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// EASY backfilling on counted processors as the literature has it, written without the engine: lists, a clock and a
/// loop. Wall times are exact run times unless a job has a longer estimate.
///
/// At each instant all ends happen first, then all submissions, then a pass. Jobs that take no time end in the instant
/// in
/// which they start, and another pass follows.
final class PlainEasy {
    private final List<WorkloadJob> jobs;
    private final long[] starts;
    private final List<Integer> waiting = new ArrayList<>();
    private final PriorityQueue<Integer> running = new PriorityQueue<>(Comparator.comparingLong(this::end));
    private int free;

    private PlainEasy(int machine, List<WorkloadJob> jobs) {
        this.jobs = jobs;
        this.starts = new long[jobs.size()];
        this.free = machine;
    }

    /// The start of each job in nanoseconds, in the order of the workload.
    static long[] starts(int machine, List<WorkloadJob> jobs) {
        PlainEasy easy = new PlainEasy(machine, jobs);
        easy.run();
        return easy.starts;
    }

    private void run() {
        int submitted = 0;
        while (submitted < jobs.size() || !running.isEmpty()) {
            long nextSubmit = submitted < jobs.size() ? jobs.get(submitted).submitNanos() : Long.MAX_VALUE;
            long nextEnd = running.isEmpty() ? Long.MAX_VALUE : end(running.peek());
            long now = Math.min(nextSubmit, nextEnd);
            while (!running.isEmpty() && end(running.peek()) == now) {
                free += jobs.get(running.remove()).processors();
            }
            while (submitted < jobs.size() && jobs.get(submitted).submitNanos() == now) {
                waiting.add(submitted++);
            }
            pass(now);
        }
    }

    private void pass(long now) {
        while (!waiting.isEmpty() && jobs.get(waiting.getFirst()).processors() <= free) {
            start(waiting.removeFirst(), now);
        }
        if (waiting.isEmpty()) {
            return;
        }
        int head = jobs.get(waiting.getFirst()).processors();
        List<Integer> byExpectedEnd = new ArrayList<>(running);
        byExpectedEnd.sort(Comparator.comparingLong(this::expectedEnd));
        long shadow = now;
        int freeThen = free;
        for (int i = 0;
                i < byExpectedEnd.size() && (freeThen < head || expectedEnd(byExpectedEnd.get(i)) == shadow);
                i++) {
            shadow = expectedEnd(byExpectedEnd.get(i));
            freeThen += jobs.get(byExpectedEnd.get(i)).processors();
        }
        int extra = freeThen - head;
        for (int i = 1; i < waiting.size(); i++) {
            int job = waiting.get(i);
            int size = jobs.get(job).processors();
            boolean isOverInTime = now + wall(job) <= shadow;
            if (size <= free && (isOverInTime || size <= extra)) {
                extra -= isOverInTime ? 0 : size;
                waiting.remove(/* index */ i--);
                start(job, now);
            }
        }
    }

    private void start(int job, long now) {
        starts[job] = now;
        free -= jobs.get(job).processors();
        running.add(job);
    }

    private long end(int job) {
        return starts[job] + Math.min(jobs.get(job).runNanos(), wall(job));
    }

    private long expectedEnd(int job) {
        return starts[job] + wall(job);
    }

    private long wall(int job) {
        long estimate = jobs.get(job).estimateNanos();
        return estimate > 0 ? estimate : jobs.get(job).runNanos();
    }
}
