package dev.sluice.simulator;

import dev.sluice.jobspec.set.Idset;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunRecorder;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.simulator.result.SubmittedJob;
import dev.sluice.simulator.result.SubmittedJob.Owner;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/// Runs for tests, made without the engine.
public final class SampleRuns {
    private static final long SECOND = 1_000_000_000L;

    /// How many waiting jobs a greedy scheduler tries behind one that does not fit.
    private static final int LOOK_AHEAD = 50;

    private SampleRuns() {}

    /// Ten resources, seven jobs, every way to end; one resource is down for a while.
    public static RunResult small() {
        RunRecorder run = new RunRecorder(new RunName("easy", "small.swf", "10 resources", 1), 10, 4);
        int first = run.submitted(job(1, 0, 6, 100, "ann"));
        run.startEstimated(first, 0, 0);
        run.started(first, 0, false);
        int second = run.submitted(job(2, 5 * SECOND, 8, 50, "bob"));
        run.startEstimated(second, 100 * SECOND, 5 * SECOND);
        int third = run.submitted(job(3, 7 * SECOND + 250_000_000, 2, 20, "ann"));
        run.startEstimated(third, 8 * SECOND, 8 * SECOND);
        run.started(third, 8 * SECOND, true);
        int fourth = run.submitted(job(4, 10 * SECOND, 11, 60, "cy"));
        run.finished(fourth, 10 * SECOND, FinalState.REJECTED);
        run.down(12 * SECOND, 1);
        run.down(20 * SECOND, 0);
        run.finished(third, 28 * SECOND, FinalState.COMPLETED_WALLTIME_REACHED);
        run.finished(first, 80 * SECOND, FinalState.COMPLETED_SUCCESSFULLY);
        run.started(second, 80 * SECOND, false);
        int fifth = run.submitted(job(5, 81 * SECOND, 1, RunResult.NEVER, "cy"));
        run.finished(fifth, 85 * SECOND, FinalState.COMPLETED_KILLED);
        int sixth = run.submitted(job(6, 90 * SECOND, 2, 10, "ann"));
        run.started(sixth, 90 * SECOND, false);
        run.finished(sixth, 93 * SECOND + 333_333_333, FinalState.COMPLETED_FAILED);
        run.finished(second, 130 * SECOND, FinalState.COMPLETED_SUCCESSFULLY);
        int seventh = run.submitted(job(7, 140 * SECOND, 10, 10, "bob"));
        run.started(seventh, 140 * SECOND, false);
        run.finished(seventh, 145 * SECOND, FinalState.COMPLETED_SUCCESSFULLY);
        run.headDelayed(second, 0);
        run.note("trace", "1 line left out");
        return run.close(145 * SECOND);
    }

    /// A job that loses its place once and gets another, and one that waits again when the run is stopped.
    public static RunResult withLosses() {
        RunRecorder run = new RunRecorder(new RunName("easy", "losses.swf", "4 nodes", 1), 4, 2);
        int first = run.submitted(job(1, 0, 2, 100, "ann"));
        run.started(first, 0, false, Idset.range(0, 1));
        int second = run.submitted(job(2, 5 * SECOND, 2, 100, "bob"));
        run.started(second, 5 * SECOND, false, Idset.range(2, 3));
        run.down(20 * SECOND, 1);
        run.lost(first, 20 * SECOND);
        run.down(30 * SECOND, 0);
        run.started(first, 30 * SECOND, false, Idset.range(0, 1));
        run.lost(second, 40 * SECOND);
        run.finished(first, 60 * SECOND, FinalState.COMPLETED_SUCCESSFULLY);
        run.note("failures", "2 runs were lost");
        return run.close(70 * SECOND);
    }

    private static SubmittedJob job(long number, long submitNanos, int resources, long wallSeconds, String user) {
        long wallTime = wallSeconds == RunResult.NEVER ? RunResult.NEVER : wallSeconds * SECOND;
        return new SubmittedJob(
                number, "", "w0", "delay", submitNanos, resources, wallTime, new Owner(user, "staff", "batch"));
    }

    /// A random workload under a scheduler that starts whatever fits, jobs in front first.
    ///
    /// @param backfills whether jobs may overtake one that does not fit
    public static RunResult greedy(int jobs, int machineSize, boolean backfills, long seed) {
        return greedy(backfills ? "greedy" : "fcfs", jobs, machineSize, backfills, seed);
    }

    /// The same under another name of the policy.
    public static RunResult greedy(String policy, int jobs, int machineSize, boolean backfills, long seed) {
        return new Greedy(policy, jobs, machineSize, backfills, seed).run();
    }

    private static final class Greedy {
        /// Of what [#submit] draws.
        private static final double MEAN_RUN_SECONDS = 1126;

        private record Running(int row, long endNanos, int resources, boolean overran) {}

        private record Waiting(int row, SubmittedJob job, long runNanos) {}

        private final int jobs;
        private final boolean backfills;
        private final RandomGenerator random;
        private final RunRecorder recorder;
        private final int machineSize;
        private final Deque<Waiting> queue = new ArrayDeque<>();
        private final PriorityQueue<Running> running =
                new PriorityQueue<>(Comparator.comparingLong(Running::endNanos).thenComparingInt(Running::row));
        private int free;

        Greedy(String policy, int jobs, int machineSize, boolean backfills, long seed) {
            this.jobs = jobs;
            this.machineSize = machineSize;
            this.backfills = backfills;
            free = machineSize;
            random = new Seeds(seed).forActor("workload");
            RunName name = new RunName(policy, "sample-" + jobs, machineSize + " processors", seed);
            recorder = new RunRecorder(name, machineSize, jobs);
        }

        RunResult run() {
            long now = 0;
            // Demand is a tenth below what the machine can do.
            double meanGap = meanSize() * MEAN_RUN_SECONDS / (0.9 * machineSize);
            for (int number = 1; number <= jobs; number++) {
                double daily = 1 + 0.7 * Math.sin(now / 1e9 / 86_400 * 2 * Math.PI);
                now += SECOND * (long) (-Math.log(1 - random.nextDouble()) * meanGap / daily);
                finishUntil(now);
                submit(number, now);
                startWhatFits(now);
            }
            finishUntil(Long.MAX_VALUE);
            return recorder.close(0);
        }

        private double meanSize() {
            double logSize = Math.log(machineSize / 2.0);
            return (machineSize / 2.0 - 1) / logSize;
        }

        private void submit(int number, long now) {
            int size = Math.max(1, (int) Math.exp(random.nextDouble() * Math.log(machineSize / 2.0)));
            long run = (long) Math.max(1, Math.exp(4 + 5 * random.nextDouble()) * (0.2 + random.nextDouble()));
            long wall = Math.max(60, (run * (1 + random.nextInt(4)) + 299) / 300 * 300);
            if (random.nextInt(40) == 0) {
                wall = Math.max(1, run / 2);
            }
            int user = (int) Math.min(60, Math.exp(random.nextDouble() * 4.2));
            SubmittedJob job = new SubmittedJob(
                    number,
                    "",
                    "w0",
                    "run" + run / 60,
                    now,
                    size,
                    wall * SECOND,
                    new Owner("user" + user, "group" + user % 7, user % 3 == 0 ? "long" : "batch"));
            int row = recorder.submitted(job);
            recorder.startEstimated(row, now + SECOND * random.nextInt(3600) * Math.min(5, queue.size()), now);
            queue.add(new Waiting(row, job, run * SECOND));
        }

        private void startWhatFits(long now) {
            Iterator<Waiting> candidates = queue.iterator();
            boolean blocked = false;
            for (int i = 0; i < LOOK_AHEAD && candidates.hasNext() && (backfills || !blocked); i++) {
                Waiting candidate = candidates.next();
                if (candidate.job().resources() <= free) {
                    start(candidate, now, blocked);
                    candidates.remove();
                } else {
                    blocked = true;
                }
            }
        }

        private void start(Waiting candidate, long now, boolean overtakes) {
            recorder.started(candidate.row(), now, overtakes);
            free -= candidate.job().resources();
            boolean overruns = candidate.runNanos() > candidate.job().wallTimeNanos();
            long end = now + Math.min(candidate.runNanos(), candidate.job().wallTimeNanos());
            running.add(new Running(candidate.row(), end, candidate.job().resources(), overruns));
        }

        private void finishUntil(long now) {
            while (!running.isEmpty() && running.peek().endNanos() <= now) {
                Running job = running.remove();
                recorder.finished(
                        job.row(),
                        job.endNanos(),
                        job.overran() ? FinalState.COMPLETED_WALLTIME_REACHED : FinalState.COMPLETED_SUCCESSFULLY);
                free += job.resources();
                startWhatFits(job.endNanos());
            }
        }
    }
}
