/// A client for real clusters: the port `Kube` over HTTP, with fabric8's client as transport and for credentials.
@NullMarked
package dev.sluice.kube.client;

import org.jspecify.annotations.NullMarked;
