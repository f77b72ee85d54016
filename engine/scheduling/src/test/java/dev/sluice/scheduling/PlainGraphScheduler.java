package dev.sluice.scheduling;

import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.Outcome.Placed;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.scheduling.machine.RequestShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Reference implementation of the policies on any graph: tries all jobs one by one. Only the place of a reservation
/// is kept, since another place at the same time would let other jobs pass.
final class PlainGraphScheduler {
    private static final long S = Task.SECOND;

    private final List<Task> tasks;
    private final List<RequestShape> requests;
    private final ResourceModel machine;
    private final String policy;
    private final int reservations;
    private final long[] starts;
    private final List<Integer> waiting = new ArrayList<>();
    private final List<Integer> running = new ArrayList<>();
    private long now;

    /// @param requests each task's request, including the node set of its queue
    PlainGraphScheduler(List<Task> tasks, List<RequestShape> requests, ResourceModel machine, String policy) {
        this.tasks = tasks;
        this.requests = requests;
        this.machine = machine;
        this.policy = policy;
        reservations = policy.startsWith("hybrid:") ? Integer.parseInt(policy.substring(7)) : 1;
        starts = new long[tasks.size()];
        Arrays.fill(starts, -1);
    }

    /// Returns the start of each task in nanoseconds; -1 for those too large for the machine.
    long[] run() {
        TreeSet<Long> moments = new TreeSet<>();
        tasks.forEach(task -> moments.add(task.submit() * S));
        while (!moments.isEmpty()) {
            now = moments.removeFirst();
            List<Integer> over = running.stream()
                    .filter(job -> starts[job] + tasks.get(job).enforced() * S <= now)
                    .toList();
            over.forEach(machine::cancel);
            running.removeAll(over);
            List<Integer> arrivals = new ArrayList<>();
            for (int job = 0; job < tasks.size(); job++) {
                if (tasks.get(job).submit() * S == now && machine.isSatisfiable(request(job))) {
                    arrivals.add(job);
                }
            }
            waiting.addAll(arrivals);
            pass(!over.isEmpty(), arrivals);
            running.forEach(job -> moments.add(starts[job] + tasks.get(job).enforced() * S));
            moments.headSet(now, true).clear();
        }
        return starts;
    }

    private void pass(boolean freed, List<Integer> arrivals) {
        switch (policy) {
            case "fcfs" -> startFromTheFront();
            case "conservative" -> (freed ? List.copyOf(waiting) : arrivals).forEach(this::improve);
            default -> reserving(freed || arrivals.size() > 1);
        }
    }

    private void startFromTheFront() {
        while (!waiting.isEmpty() && tryStart(waiting.getFirst())) {
            // The next job becomes the head.
        }
    }

    /// @param anew whether more has changed than one arrival
    private void reserving(boolean anew) {
        long planned = waiting.stream().filter(job -> plan(job).isPresent()).count();
        boolean stays = planned == reservations
                && (!anew
                        || (reservations == 1
                                && plan(waiting.getFirst()).isPresent()
                                && !mayBeEarlier(waiting.getFirst())));
        if (!stays) {
            waiting.forEach(machine::cancel);
        }
        List<Integer> rest = new ArrayList<>(waiting);
        int reserved = 0;
        while (!rest.isEmpty() && reserved < reservations) {
            int job = rest.removeFirst();
            if (stays) {
                reserved++;
            } else if (!tryStart(job)) {
                reserve(job);
                reserved++;
            }
        }
        if (policy.equals("easy-sjbf")) {
            rest.sort(Comparator.comparingInt(job -> tasks.get(job).wall()));
        }
        rest.forEach(this::tryStart);
    }

    /// Returns whether the reservation might move earlier, judging by cores alone.
    private boolean mayBeEarlier(int job) {
        long planned = plan(job).orElseThrow().start();
        long wall = tasks.get(job).wall() * S;
        long cores = cores(job);
        if (cores == 0 || freeCores(planned - 1) >= cores) {
            return true;
        }
        TreeSet<Long> moments = new TreeSet<>(List.of(now));
        machine.occupancy().holdings().forEach(holding -> moments.add(holding.end()));
        return moments.stream()
                .filter(moment -> moment >= now && moment + wall <= planned)
                .anyMatch(moment -> {
                    for (long second = moment; second < moment + wall; second += S) {
                        if (freeCores(second) < cores) {
                            return false;
                        }
                    }
                    return true;
                });
    }

    private long freeCores(long moment) {
        return machine.occupancy().availability().freeCores(machine.graph().root(), moment, moment + 1);
    }

    private long cores(int job) {
        return requests.get(job).cores();
    }

    /// Moves a reservation to the earliest time possible, and starts the job if that is now.
    private void improve(int job) {
        Optional<Holding> plan = plan(job);
        machine.cancel(job);
        Optional<Placed> found = machine.findFrom(request(job), now, wall(job));
        if (found.isPresent() && found.get().start() == now && tryStart(job)) {
            return;
        }
        boolean isNoBetter =
                plan.isPresent() && found.orElseThrow().start() >= plan.get().start();
        if (isNoBetter) {
            machine.hold(plan.get());
        } else {
            hold(job, found.orElseThrow(), true);
        }
    }

    private void reserve(int job) {
        hold(job, machine.findFrom(request(job), now, wall(job)).orElseThrow(), true);
    }

    private boolean tryStart(int job) {
        Optional<Placed> placed = machine.findAt(request(job), now, wall(job));
        if (placed.isPresent()) {
            hold(job, placed.get(), false);
            starts[job] = now;
            waiting.removeIf(other -> other == job);
            running.add(job);
        }
        return placed.isPresent();
    }

    private void hold(int job, Placed placed, boolean later) {
        machine.hold(new Holding(job, placed.placement(), placed.start(), placed.end(), later));
    }

    private Optional<Holding> plan(int job) {
        return machine.occupancy().holding(job).filter(Holding::reserved);
    }

    private long wall(int job) {
        return tasks.get(job).wall() * S;
    }

    private CompiledJobspec request(int job) {
        // A new matcher each time, so that nothing is cached.
        return machine.prepare(requests.get(job).request().jobspec());
    }
}
