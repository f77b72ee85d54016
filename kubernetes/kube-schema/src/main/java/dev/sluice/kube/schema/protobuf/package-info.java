/// Kubernetes' protobuf, read and written by the schema.
@NullMarked
package dev.sluice.kube.schema.protobuf;

import org.jspecify.annotations.NullMarked;
