/// The embedded Kubernetes API server.
///
/// `schema` has the kinds and their fields, `store` the objects and their recent versions, `verb` a handler per verb.
/// Objects are in memory only; for durability use Kubernetes.
@NullMarked
package dev.sluice.kube.apiserver;

import org.jspecify.annotations.NullMarked;
