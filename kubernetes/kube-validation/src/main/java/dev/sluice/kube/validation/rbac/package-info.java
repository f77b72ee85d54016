/// Roles and bindings.
@NullMarked
package dev.sluice.kube.validation.rbac;

import org.jspecify.annotations.NullMarked;
