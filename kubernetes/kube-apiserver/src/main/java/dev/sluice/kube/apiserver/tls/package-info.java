/// Certificates: an authority of the server's own, and what it signs, by the JDK alone.
@NullMarked
package dev.sluice.kube.apiserver.tls;

import org.jspecify.annotations.NullMarked;
