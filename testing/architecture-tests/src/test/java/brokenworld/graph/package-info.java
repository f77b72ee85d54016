/// Breaks rules on purpose.
@NullMarked
package brokenworld.graph;

import org.jspecify.annotations.NullMarked;
