/// The embedded Kubernetes API server.
///
/// `schema` knows the kinds and their fields, `store` keeps all versions of all objects for a while, `verb` has one
/// handler for each verb. In memory only: who needs durability uses Kubernetes.
@NullMarked
package dev.sluice.kube.apiserver;

import org.jspecify.annotations.NullMarked;
