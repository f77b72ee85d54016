package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.reason.Outlook;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// An outlook answers as of its moment, whatever the engine does afterwards.
class OutlookProperties {
    @Property(tries = 200)
    void anOutlookAgreesWithTheLiveState(
            @ForAll("workloads") List<Task> tasks, @ForAll("policies") String policy, @ForAll boolean disturbed) {
        Driver driver = driver(tasks, policy, disturbed);

        driver.run(engine -> {
            Outlook outlook = engine.outlook(driver.now());
            assertThat(said(outlook, tasks.size())).isEqualTo(plainly(driver, policy, outlook));
        });
    }

    @Property(tries = 20)
    void manyThreadsQueryOldOutlooksWhileTheEngineGoesOn(
            @ForAll("workloads") List<Task> tasks, @ForAll("policies") String policy) throws Exception {
        Driver driver = driver(tasks, policy, true);
        List<List<String>> expected = new ArrayList<>();
        List<Future<List<String>>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            driver.run(engine -> {
                Outlook outlook = engine.outlook(driver.now());
                // Two threads each, so that the forecast is computed concurrently.
                for (int asker = 0; asker < 2; asker++) {
                    expected.add(plainly(driver, policy, outlook));
                    answers.add(threads.submit(() -> said(outlook, tasks.size())));
                }
            });
        }

        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i).get()).isEqualTo(expected.get(i));
        }
    }

    private static Driver driver(List<Task> tasks, String policy, boolean disturbed) {
        Driver driver = new Driver(
                tasks,
                Fixture.pool(Workloads.CORES),
                Fixture::cores,
                EngineOptions.plain(policy(policy), CycleOptions.DEFAULT));
        if (disturbed) {
            driver.add(3 * Task.SECOND, 0, new Event.JobHeld(0));
            driver.add(4 * Task.SECOND, 0, EngineExamples.foreign("1", 3, 25 * Task.SECOND));
            driver.add(25 * Task.SECOND, 0, new Event.ForeignGone("1"));
            driver.add(9 * Task.SECOND, 0, new Event.NodeClosed("/cluster0/core0", ClosedReason.DOWN));
            driver.add(12 * Task.SECOND, 0, new Event.NodeOpened("/cluster0/core0", ClosedReason.DOWN));
            driver.add(14 * Task.SECOND, 0, new Event.JobReleased(0));
        }
        return driver;
    }

    private static List<String> said(Outlook outlook, int jobs) {
        List<String> said = new ArrayList<>();
        for (int job = 0; job <= jobs; job++) {
            said.add(PlainOutlook.inShort(outlook.verdict(job)));
        }
        return said;
    }

    /// What the live state says as of the outlook's moment: a simulation keeps an outlook while nothing changes.
    private static List<String> plainly(Driver driver, String policy, Outlook outlook) {
        PlainOutlook plain = new PlainOutlook(driver.engine, policy.equals("fcfs"), outlook.timeNanos());
        List<String> said = new ArrayList<>();
        for (int job = 0; job <= driver.starts.length; job++) {
            said.add(plain.of(job));
        }
        return said;
    }

    private static SchedulingPolicy policy(String name) {
        return Policies.named(name).orElseThrow();
    }

    @Provide
    Arbitrary<List<Task>> workloads() {
        return Workloads.any();
    }

    @Provide
    Arbitrary<String> policies() {
        return Arbitraries.of("fcfs", "easy", "easy-sjbf", "easy++", "hybrid:3", "conservative");
    }
}
