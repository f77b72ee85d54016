/// The verbs of the Kubernetes API, what they take, and how they fail.
@NullMarked
package dev.sluice.kube.port;

import org.jspecify.annotations.NullMarked;
