/// TLS of the server: who its clients are, and the kubeconfig for them.
@NullMarked
package dev.sluice.kube.apiserver.tls;

import org.jspecify.annotations.NullMarked;
