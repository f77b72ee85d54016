/// Validation of names, with Kubernetes' own error messages.
///
/// The checks are scanners rather than regular expressions, since every request passes several of them. The expressions
/// only appear in the messages, where users and tools expect them.
@NullMarked
package dev.sluice.kube.names;

import org.jspecify.annotations.NullMarked;
