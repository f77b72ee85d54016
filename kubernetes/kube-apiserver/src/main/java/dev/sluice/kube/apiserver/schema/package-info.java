/// What the server knows of Kubernetes' kinds: what is served under which names, and every field of every object.
///
/// It all comes from a table of facts, `kubernetes.txt`, which `tools/kubernetes/schema/generate` writes from the real
/// server. No kind has code of its own here.
@NullMarked
package dev.sluice.kube.apiserver.schema;

import org.jspecify.annotations.NullMarked;
