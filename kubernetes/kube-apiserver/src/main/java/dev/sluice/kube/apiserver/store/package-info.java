/// All objects, and for a while all of their versions.
///
/// [ObjectStore] gives out versions and keeps one [WatchCache] for each resource. A shelf remembers its latest changes:
/// pages of a list are cut from the moment at which the list began, and a [CacheWatch] reads on from where it was.
/// Nobody is waited for: who falls behind what is remembered is told so and starts anew.
///
/// Single-threaded: owned by whoever turns the crank.
@NullMarked
package dev.sluice.kube.apiserver.store;

import org.jspecify.annotations.NullMarked;
