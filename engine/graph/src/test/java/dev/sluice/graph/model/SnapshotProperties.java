package dev.sluice.graph.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Jobs;
import dev.sluice.graph.Machine;
import dev.sluice.graph.find.CriteriaParser;
import dev.sluice.graph.io.SimpleWriter;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.runtime.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// A snapshot answers as the model did at that time, whatever happens to the model later.
class SnapshotProperties {
    private static final Machine MACHINE =
            Machine.ofNodes(6).inRacks(2).withSockets(2).withCores(3).withGpus(1);

    @Property(tries = 100)
    void aSnapshotDoesNotFollowTheModel(@ForAll long seed, @ForAll("policies") String policy) {
        Run run = new Run(seed, policy);
        run.jobs(20);
        Jobspec question = run.job();
        String before = run.ask(run.model.snapshot().fork(), question);
        String taken = run.found(run.model.snapshot());
        Snapshot snapshot = run.model.snapshot();

        run.jobs(20);
        run.model
                .graph()
                .setDown(run.model.graph().findByPath("/cluster0/rack0").orElseThrow(), true);

        assertThat(run.ask(snapshot.fork(), question)).isEqualTo(before);
        assertThat(run.found(snapshot)).isEqualTo(taken);
    }

    @Property(tries = 100)
    void aForkAnswersLikeTheModel(@ForAll long seed, @ForAll("policies") String policy) {
        Run run = new Run(seed, policy);
        run.jobs(20);
        ResourceModel fork = run.model.snapshot().fork();
        List<Jobspec> jobs = List.of(run.job(), run.job(), run.job(), run.job());

        for (int i = 0; i < jobs.size(); i++) {
            assertThat(run.hold(fork, jobs.get(i), 100 + i)).isEqualTo(run.hold(run.model, jobs.get(i), 100 + i));
        }
    }

    @Property(tries = 5)
    void concurrentReadersSeeOneStateWhileTheModelChanges(@ForAll long seed, @ForAll("policies") String policy)
            throws Exception {
        Run run = new Run(seed, policy);
        run.jobs(15);
        Jobspec question = run.job();
        String expected = run.ask(run.model.snapshot().fork(), question);
        Snapshot snapshot = run.model.snapshot();
        List<Future<String>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            Callable<String> ask = () -> run.ask(snapshot.fork(), question);
            for (int i = 0; i < 200; i++) {
                answers.add(threads.submit(ask));
            }
            run.jobs(50);
        }

        for (Future<String> answer : answers) {
            assertThat(answer.get()).isEqualTo(expected);
        }
    }

    @Provide
    Arbitrary<String> policies() {
        return Arbitraries.of("low", "high", "lonode", "hinodex", "first");
    }

    /// Jobs drawn from a seed, allocated or reserved, some of them cancelled.
    private static final class Run {
        private final ResourceModel model;
        private final RandomGenerator random;
        private long jobs;

        Run(long seed, String policy) {
            model = new ResourceModel(MACHINE.build(), MatchPolicy.named(policy).orElseThrow());
            random = new Seeds(seed).forActor("jobs");
        }

        void jobs(int count) {
            for (int i = 0; i < count; i++) {
                hold(model, job(), jobs++);
                if (random.nextInt(4) == 0) {
                    model.cancel(random.nextLong(jobs));
                }
            }
        }

        Jobspec job() {
            int count = 1 + random.nextInt(3);
            return Jobs.job(
                    1 + random.nextInt(20),
                    switch (random.nextInt(3)) {
                        case 0 -> Jobs.node(count, Jobs.slot(1, Jobs.core(count)));
                        case 1 -> Jobs.slot(count, Jobs.core(1 + random.nextInt(2)));
                        default -> Jobs.slot(count, Jobs.node(1));
                    });
        }

        String hold(ResourceModel on, Jobspec job, long number) {
            return text(on, on.match(MatchOperation.ALLOCATE_ORELSE_RESERVE, job, number, 0));
        }

        String ask(ResourceModel of, Jobspec job) {
            return text(of, of.match(MatchOperation.WITHOUT_ALLOCATING_FUTURE, job, -1, 0));
        }

        String found(Snapshot snapshot) {
            return SimpleWriter.simple(
                    snapshot.graph(),
                    snapshot.find(CriteriaParser.parse("sched-now=allocated").orElseThrow()));
        }

        private static String text(ResourceModel model, Outcome outcome) {
            return outcome instanceof Outcome.Placed placed
                    ? placed.start() + SimpleWriter.simple(model.graph(), placed.placement())
                    : outcome.toString();
        }
    }
}
