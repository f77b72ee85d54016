/// TLS certificates, issued with the JDK alone by the server's own authority.
@NullMarked
package dev.sluice.kube.apiserver.tls;

import org.jspecify.annotations.NullMarked;
