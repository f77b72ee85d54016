/// TLS certificates, issued with the JDK alone by an authority of one's own.
@NullMarked
package dev.sluice.kube.certificate;

import org.jspecify.annotations.NullMarked;
