/// HTTP around the port: paths, queries and bodies in, verbs called, out what the client accepts.
///
/// The server answers each request on a thread of its own; [SerializedKube] lets them take turns.
@NullMarked
package dev.sluice.kube.apiserver.http;

import org.jspecify.annotations.NullMarked;
