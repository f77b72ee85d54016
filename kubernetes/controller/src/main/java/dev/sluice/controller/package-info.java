/// Connects the engine to a Kubernetes cluster. Works through the port `Kube` only, so that it runs on the embedded
/// and on a real API server, in real and in virtual time.
@NullMarked
package dev.sluice.controller;

import org.jspecify.annotations.NullMarked;
