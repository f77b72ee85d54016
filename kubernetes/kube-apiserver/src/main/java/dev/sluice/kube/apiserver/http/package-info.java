/// HTTP for the port: parses requests, calls verbs, encodes responses.
///
/// Each request runs on a thread of its own; [SerializedKube] serializes them.
@NullMarked
package dev.sluice.kube.apiserver.http;

import org.jspecify.annotations.NullMarked;
