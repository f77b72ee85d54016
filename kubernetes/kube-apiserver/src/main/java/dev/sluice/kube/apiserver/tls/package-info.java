/// TLS of the server: its certificates, those of its clients, and the kubeconfig that holds them.
@NullMarked
package dev.sluice.kube.apiserver.tls;

import org.jspecify.annotations.NullMarked;
