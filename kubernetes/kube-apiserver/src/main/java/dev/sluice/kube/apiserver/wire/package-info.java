/// Wire formats beside JSON and protobuf: YAML, and OpenAPI documents in protobuf.
@NullMarked
package dev.sluice.kube.apiserver.wire;

import org.jspecify.annotations.NullMarked;
