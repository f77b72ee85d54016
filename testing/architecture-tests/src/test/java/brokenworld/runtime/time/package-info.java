/// Breaks rules on purpose.
@NullMarked
package brokenworld.runtime.time;

import org.jspecify.annotations.NullMarked;
