/// The Kubernetes API as Sluice sees it, whoever answers: a real server or the embedded one.
///
/// `json` holds what objects are made of, `object` those that we reason about, `port` the verbs, `select` and `patch`
/// what both sides of a request agree on, `informer` how a client keeps up.
@NullMarked
package dev.sluice.kube;

import org.jspecify.annotations.NullMarked;
