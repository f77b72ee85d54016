/// `sluice resource-query`: flux-sched's tool for trying out a resource graph, with the same commands and texts, and
/// `sluice conformance`, which runs recorded sessions against it.
@NullMarked
package dev.sluice.cli.resourcequery;

import org.jspecify.annotations.NullMarked;
