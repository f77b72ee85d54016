package dev.sluice.kube.work;

/// Makes the actual state of one object match its spec. A failure is retried.
@FunctionalInterface
public interface Reconciler<K> {

    void reconcile(K key, long nowNanos);
}
