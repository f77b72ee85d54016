/// What Kubernetes takes as a name, and its own words for what it does not.
///
/// The checks are scanners rather than regular expressions, since every request passes several of them; the
/// expressions appear in the messages only, where users and their tools look for them.
@NullMarked
package dev.sluice.kube.names;

import org.jspecify.annotations.NullMarked;
