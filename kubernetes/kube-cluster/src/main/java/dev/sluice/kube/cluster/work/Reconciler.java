package dev.sluice.kube.cluster.work;

/// Makes one object's world what the object says it should be. Asked again as long as it fails.
@FunctionalInterface
public interface Reconciler<K> {

    void reconcile(K key, long nowNanos);
}
