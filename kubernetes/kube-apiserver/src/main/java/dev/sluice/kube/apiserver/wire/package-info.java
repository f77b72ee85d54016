/// Wire formats other than JSON: Kubernetes' protobuf and YAML.
@NullMarked
package dev.sluice.kube.apiserver.wire;

import org.jspecify.annotations.NullMarked;
