/// Graph formats: GRUG recipes, JGF and RFC 20 resource sets in; JGF, R and the tools' plain text out.
@NullMarked
package dev.sluice.graph.io;

import org.jspecify.annotations.NullMarked;
