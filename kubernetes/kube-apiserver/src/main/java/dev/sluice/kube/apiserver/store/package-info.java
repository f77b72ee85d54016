/// The object store with its watch caches.
///
/// [ObjectStore] assigns versions and has one [WatchCache] for each resource. A watch cache keeps the latest changes:
/// list pages show the version at which the list began, and a [CacheWatcher] continues from its position. The store
/// never waits for readers: a watch that falls out of the cache gets 410 Expired, and the client lists again.
///
/// Not thread-safe: owned by the thread that turns the crank.
@NullMarked
package dev.sluice.kube.apiserver.store;

import org.jspecify.annotations.NullMarked;
