/// Authentication and authorization: certificates and tokens, RBAC, access reviews.
@NullMarked
package dev.sluice.kube.apiserver.access;

import org.jspecify.annotations.NullMarked;
