/// The verbs, a handler each, on an [dev.sluice.kube.apiserver.store.ObjectStore].
///
/// Handlers do what all kinds have in common; what is particular to a kind is its
/// [dev.sluice.kube.validation.strategy.Strategy].
@NullMarked
package dev.sluice.kube.apiserver.verb;

import org.jspecify.annotations.NullMarked;
