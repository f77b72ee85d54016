/// File formats: readers for GRUG recipes, JGF and RFC 20 resource sets; writers for JGF, R and flux-sched's plain
/// text.
@NullMarked
package dev.sluice.graph.io;

import org.jspecify.annotations.NullMarked;
