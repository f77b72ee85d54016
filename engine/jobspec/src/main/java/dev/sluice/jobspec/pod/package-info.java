/// What a pod's spec says about its node, with Kubernetes' names and rules: node selectors, taints and tolerations,
/// host ports, and the topology of a gang.
@NullMarked
package dev.sluice.jobspec.pod;

import org.jspecify.annotations.NullMarked;
