/// The core group: nodes, namespaces, services, config maps, volumes and claims. Pods are in `core.pod`.
@NullMarked
package dev.sluice.kube.validation.core;

import org.jspecify.annotations.NullMarked;
