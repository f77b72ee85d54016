/// Who asks, and what he may: certificates and tokens, roles and bindings, and the reviews that tell of them.
@NullMarked
package dev.sluice.kube.apiserver.access;

import org.jspecify.annotations.NullMarked;
