/// A real Kubernetes control plane for tests: [RealKubernetes] on a test class is all it takes.
@NullMarked
package dev.sluice.testkit.kubernetes;

import org.jspecify.annotations.NullMarked;
