/// The schema of Kubernetes' kinds: the served resources, and every field of every object.
///
/// It is read from a table, `kubernetes.txt`, which `tools/kubernetes/schema/generate` writes from the real server.
/// No kind has code of its own here.
@NullMarked
package dev.sluice.kube.schema;

import org.jspecify.annotations.NullMarked;
