package dev.sluice.scheduling;

import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.Job;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.store.InMemoryQueueStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/// A minimal driver of the engine: a sorted list of future events.
final class Driver {
    final InMemoryQueueStore store = new InMemoryQueueStore();
    final Engine engine;
    final long[] starts;
    final int[] ended;
    private final List<Task> tasks;
    private final EngineOptions options;
    private final PriorityQueue<Coming> coming = new PriorityQueue<>();
    private Consumer<QueueRecord> listener = _ -> {};
    private Consumer<Decision> decisionListener = _ -> {};
    private Consumer<Event> eventListener = _ -> {};
    private long inserted;
    private long now;

    private record Coming(long time, int rank, long number, Event event) implements Comparable<Coming> {
        @Override
        public int compareTo(Coming other) {
            int byTime = Long.compare(time, other.time);
            int byRank = byTime != 0 ? byTime : Integer.compare(rank, other.rank);
            return byRank != 0 ? byRank : Long.compare(number, other.number);
        }
    }

    Driver(List<Task> tasks, ResourceModel machine, IntFunction<Jobspec> request, EngineOptions options) {
        this(tasks, jobs(tasks, request), machine, options);
    }

    /// @param jobs the job submitted for each task, numbered from zero
    Driver(List<Task> tasks, List<Job> jobs, ResourceModel machine, EngineOptions options) {
        this.tasks = tasks;
        this.options = options;
        engine = new Engine(options, machine, true);
        starts = new long[tasks.size()];
        ended = new int[tasks.size()];
        Arrays.fill(starts, -1);
        for (int i = 0; i < tasks.size(); i++) {
            add(tasks.get(i).submit() * Task.SECOND, 2, new Event.JobSubmitted(jobs.get(i)));
        }
    }

    private static List<Job> jobs(List<Task> tasks, IntFunction<Jobspec> request) {
        Map<Integer, Jobspec> requests = new HashMap<>();
        List<Job> jobs = new ArrayList<>();
        for (Task task : tasks) {
            Jobspec jobspec = requests.computeIfAbsent(task.cores(), request::apply);
            jobs.add(Job.of(jobs.size(), jobspec, task.wall() * Task.SECOND));
        }
        return jobs;
    }

    void add(long time, int rank, Event event) {
        coming.add(new Coming(time, rank, inserted++, event));
    }

    void listen(Consumer<QueueRecord> to) {
        listener = to;
    }

    void listenToDecisions(Consumer<Decision> to) {
        decisionListener = to;
    }

    /// @param to called before the engine handles an event
    void listenToEvents(Consumer<Event> to) {
        eventListener = to;
    }

    /// The current time.
    long now() {
        return now;
    }

    /// @param check called at the end of each instant
    void run(Consumer<Engine> check) {
        while (!coming.isEmpty()) {
            now = coming.element().time();
            while (!coming.isEmpty() && coming.element().time() == now) {
                Event event = coming.remove().event();
                if (!isStale(event)) {
                    eventListener.accept(event);
                    carryOut(engine.handle(event, now));
                }
            }
            carryOut(engine.settle(now));
            check.accept(engine);
        }
    }

    /// The end of a lost run; ignored.
    private boolean isStale(Event event) {
        return event instanceof Event.JobFinished end
                && starts[(int) end.job()] + tasks.get((int) end.job()).run() * Task.SECOND != now;
    }

    private void carryOut(Consequences consequences) {
        store.append(0, consequences.records());
        for (QueueRecord record : new ArrayList<>(consequences.records())) {
            listener.accept(record);
            if (record instanceof QueueRecord.Ended end) {
                ended[(int) end.job()]++;
            } else if (record instanceof QueueRecord.Refused refused) {
                ended[(int) refused.job()]++;
            }
        }
        for (Decision decision : new ArrayList<>(consequences.decisions())) {
            decisionListener.accept(decision);
            if (decision instanceof Decision.Start start) {
                int job = (int) start.job();
                starts[job] = now;
                add(now + tasks.get(job).run() * Task.SECOND, endRank(), new Event.JobFinished(job));
                expect(job, start.endNanos());
            } else if (decision instanceof Decision.ExpectEnd expected) {
                expect((int) expected.job(), expected.endNanos());
            } else if (decision instanceof Decision.WakeAt wake) {
                // After exceeded predictions have been corrected.
                add(wake.timeNanos(), 1, new Event.TimerFired());
            }
        }
    }

    private void expect(int job, long end) {
        if (starts[job] + tasks.get(job).run() * Task.SECOND > end) {
            boolean isWall = end - starts[job] >= tasks.get(job).wall() * Task.SECOND;
            add(end, isWall ? endRank() : 0, new Event.JobOverran(job));
        }
    }

    private int endRank() {
        return options.cycle().order() == CycleOptions.EventOrder.ENDS_FIRST ? 1 : 3;
    }
}
