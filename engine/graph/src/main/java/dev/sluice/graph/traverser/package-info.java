/// flux-sched's simple and flexible traversers: which jobspecs each one accepts, and what sibling slots mean to it.
///
/// [Traverser#prepare] turns a jobspec into [JobspecVariants], which `model` matches in order. Finding resources for
/// one variant is the task of `match`.
@NullMarked
package dev.sluice.graph.traverser;

import org.jspecify.annotations.NullMarked;
