/// Breaks rules on purpose.
@NullMarked
package brokenworld.runtime.alpha;

import org.jspecify.annotations.NullMarked;
