/// The verbs, one handler each, on an [dev.sluice.kube.apiserver.store.ObjectStore].
///
/// Handlers know what all kinds have in common; what is particular comes from
/// [dev.sluice.kube.apiserver.kind.Strategy].
@NullMarked
package dev.sluice.kube.apiserver.verb;

import org.jspecify.annotations.NullMarked;
