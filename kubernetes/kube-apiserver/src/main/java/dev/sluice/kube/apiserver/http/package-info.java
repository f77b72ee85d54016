/// HTTP around the port: paths and queries in, verbs called, JSON out.
///
/// The server answers each request on a thread of its own; [SharedKube] lets them take turns.
@NullMarked
package dev.sluice.kube.apiserver.http;

import org.jspecify.annotations.NullMarked;
