/// Ingresses, network policies and addresses.
@NullMarked
package dev.sluice.kube.validation.networking;

import org.jspecify.annotations.NullMarked;
