/// Informers on the embedded server, with faults.
@NullMarked
package dev.sluice.kube.apiserver.informer;

import org.jspecify.annotations.NullMarked;
