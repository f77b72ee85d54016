/// The verbs of the Kubernetes API, their options, results and errors.
@NullMarked
package dev.sluice.kube.port;

import org.jspecify.annotations.NullMarked;
