package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.view.QueueStep;
import dev.sluice.controller.view.QueueView;
import dev.sluice.controller.view.QueueViews;
import dev.sluice.controller.view.QueuedJob;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// What readers get of the queue, and on which thread.
class QueueViewsTest {
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    /// What the thread that makes views has to do.
    private final Queue<Runnable> maker = new ArrayDeque<>();

    private final QueueStep outlooks = new QueueStep(cluster.scheduler().engine(), () -> {});
    private final QueueViews views = new QueueViews(outlooks, maker::add);

    /// One runs, one waits.
    private void submit() {
        cluster.job("runs", 3, "4", "'activeDeadlineSeconds':1000,", "'sluice.dev/run-for':'forever'");
        cluster.pass(5);
        cluster.job("waits", 1, "4", "'activeDeadlineSeconds':100,", "");
        cluster.pass(5);
    }

    private void runEngine() {
        assertThat(outlooks.work(cluster.nowNanos())).isPositive();
    }

    private void makeViews() {
        while (!maker.isEmpty()) {
            maker.remove().run();
        }
    }

    @Test
    void theEnginesThreadMakesNoView() {
        submit();
        CompletableFuture<QueueView> asked = views.ask();

        runEngine();
        assertThat(asked).as("is left to another thread").isNotDone();

        makeViews();
        assertThat(asked).isCompleted();
        assertThat(asked.join().jobs()).extracting(QueuedJob::name).containsExactly("runs", "waits");
        assertThat(asked.join().named("default", "waits").getFirst().reason()).isEqualTo("waits for resources of runs");
    }

    @Test
    void readersShareAViewUntilTheQueueChanges() {
        submit();
        CompletableFuture<QueueView> first = views.ask();
        CompletableFuture<QueueView> second = views.ask();
        runEngine();
        makeViews();
        cluster.job("comes", 1, "4", "", "");
        cluster.pass(5);
        CompletableFuture<QueueView> later = views.ask();
        runEngine();
        makeViews();

        assertThat(second.join()).isSameAs(first.join());
        assertThat(later.join().jobs()).hasSize(3);
    }

    @Test
    void whoAsksWhileAViewIsMadeGetsThatOne() {
        submit();
        CompletableFuture<QueueView> first = views.ask();
        runEngine();
        Runnable making = maker.remove();
        cluster.job("comes", 1, "4", "", "");
        cluster.pass(5);
        CompletableFuture<QueueView> meanwhile = views.ask();
        runEngine();
        assertThat(maker).isEmpty();

        making.run();

        assertThat(meanwhile.join()).isSameAs(first.join());
    }

    @Test
    void anIdNamesAJobOfAnyNamespace() {
        submit();
        CompletableFuture<QueueView> asked = views.ask();
        runEngine();
        makeViews();
        QueueView view = asked.join();
        QueuedJob job = view.named("default", "runs").getFirst();

        assertThat(view.named("other", job.id())).containsExactly(job);
        assertThat(view.named("other", "runs")).isEmpty();
        assertThat(view.named("", "runs")).containsExactly(job);
    }
}
