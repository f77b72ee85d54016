package dev.sluice.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// Reference implementation of the policies on counted processors: lists, every time tried, and no state between
/// passes except the reservations of conservative backfilling. Wall times are enforced; one pass per instant.
final class PlainScheduler {
    private final List<Task> tasks;
    private final int cores;
    private final String policy;
    private final int reservations;
    private final long[] starts;

    /// The start of each job's reservation; -1 if it has none.
    private final long[] planned;

    private final List<Integer> waiting = new ArrayList<>();
    private final List<Integer> running = new ArrayList<>();
    private long now;

    PlainScheduler(List<Task> tasks, int cores, String policy) {
        this.tasks = tasks;
        this.cores = cores;
        this.policy = policy;
        reservations = policy.startsWith("hybrid:") ? Integer.parseInt(policy.substring(7)) : 1;
        starts = new long[tasks.size()];
        planned = new long[tasks.size()];
        Arrays.fill(starts, -1);
        Arrays.fill(planned, -1);
    }

    /// Returns the start of each task in seconds; -1 for those too large for the machine.
    long[] run() {
        TreeSet<Long> moments = new TreeSet<>();
        tasks.forEach(task -> moments.add((long) task.submit()));
        while (!moments.isEmpty()) {
            now = moments.removeFirst();
            boolean freed = running.removeIf(job -> starts[job] + tasks.get(job).enforced() <= now);
            List<Integer> arrivals = new ArrayList<>();
            for (int job = 0; job < tasks.size(); job++) {
                if (tasks.get(job).submit() == now && tasks.get(job).cores() <= cores) {
                    arrivals.add(job);
                }
            }
            waiting.addAll(arrivals);
            pass(freed, arrivals);
            running.forEach(job -> moments.add(starts[job] + tasks.get(job).enforced()));
            moments.headSet(now, true).clear();
        }
        return starts;
    }

    private void pass(boolean freed, List<Integer> arrivals) {
        switch (policy) {
            case "fcfs" -> startFromTheFront();
            case "conservative" -> conservative(freed, arrivals);
            default -> reserving();
        }
    }

    private void startFromTheFront() {
        while (!waiting.isEmpty() && fits(waiting.getFirst(), now)) {
            start(waiting.getFirst());
        }
    }

    private void reserving() {
        Arrays.fill(planned, -1);
        startFromTheFront();
        List<Integer> rest = new ArrayList<>(waiting);
        int reserved = 0;
        while (!rest.isEmpty() && reserved < reservations) {
            int job = rest.removeFirst();
            if (fits(job, now)) {
                start(job);
            } else {
                planned[job] = earliest(job);
                reserved++;
            }
        }
        if (policy.equals("easy-sjbf")) {
            rest.sort(Comparator.comparingInt(job -> tasks.get(job).wall()));
        }
        for (int job : rest) {
            if (fits(job, now)) {
                start(job);
            }
        }
    }

    private void conservative(boolean freed, List<Integer> arrivals) {
        for (int job : freed ? List.copyOf(waiting) : arrivals) {
            planned[job] = -1;
            long start = earliest(job);
            if (start == now) {
                start(job);
            } else {
                planned[job] = start;
            }
        }
    }

    private void start(int job) {
        planned[job] = -1;
        starts[job] = now;
        waiting.removeIf(other -> other == job);
        running.add(job);
    }

    private long earliest(int job) {
        TreeSet<Long> moments = new TreeSet<>(List.of(now));
        running.forEach(other -> moments.add(starts[other] + tasks.get(other).wall()));
        waiting.stream()
                .filter(other -> planned[other] >= 0)
                .forEach(other -> moments.add(planned[other] + tasks.get(other).wall()));
        return moments.stream()
                .filter(moment -> moment >= now && fits(job, moment))
                .findFirst()
                .orElseThrow();
    }

    private boolean fits(int job, long start) {
        for (long moment = start; moment < start + tasks.get(job).wall(); moment++) {
            if (used(moment) + tasks.get(job).cores() > cores) {
                return false;
            }
        }
        return true;
    }

    private int used(long moment) {
        int used = 0;
        for (int job : running) {
            used += starts[job] + tasks.get(job).wall() > moment
                    ? tasks.get(job).cores()
                    : 0;
        }
        for (int job : waiting) {
            boolean covers = planned[job] >= 0
                    && planned[job] <= moment
                    && moment < planned[job] + tasks.get(job).wall();
            used += covers ? tasks.get(job).cores() : 0;
        }
        return used;
    }
}
