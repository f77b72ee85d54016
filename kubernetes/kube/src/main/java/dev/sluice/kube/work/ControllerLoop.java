package dev.sluice.kube.work;

import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.port.ApiException;
import dev.sluice.runtime.step.Step;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/// Takes keys from a work queue and reconciles each; failures are retried with backoff.
public final class ControllerLoop<K> implements Step {
    /// Limits the keys per turn, so that informers see the effects of a burst in between.
    static final int KEYS_PER_TURN_MAX = 64;

    private final String name;
    private final WorkQueue<K> queue;
    private final List<Informer> sources;
    private final Reconciler<K> reconciler;

    /// Creates a loop.
    ///
    /// @param sources informers that must be synced before the first reconciliation
    public ControllerLoop(String name, WorkQueue<K> queue, List<Informer> sources, Reconciler<K> reconciler) {
        this.name = name;
        this.queue = queue;
        this.sources = List.copyOf(sources);
        this.reconciler = reconciler;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int work(long nowNanos) {
        for (Informer source : sources) {
            if (!source.isSynced()) {
                return 0;
            }
        }
        for (int done = 0; done < KEYS_PER_TURN_MAX; done++) {
            Optional<K> key = queue.poll();
            if (key.isEmpty()) {
                return done;
            }
            try {
                reconciler.reconcile(key.get(), nowNanos);
                queue.forget(key.get());
            } catch (ApiException | UncheckedIOException e) {
                queue.retry(key.get(), nowNanos);
            }
        }
        return KEYS_PER_TURN_MAX;
    }
}
