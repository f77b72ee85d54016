/// Subresources that are actions or views of their own: binding, eviction, scale and finalize.
@NullMarked
package dev.sluice.kube.apiserver.subresource;

import org.jspecify.annotations.NullMarked;
