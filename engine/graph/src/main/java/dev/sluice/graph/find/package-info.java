/// The query language of flux-sched's `find`: predicates on vertices, joined by `and`, `or` and parentheses.
@NullMarked
package dev.sluice.graph.find;

import org.jspecify.annotations.NullMarked;
