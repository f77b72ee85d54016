/// Breaks rules on purpose.
@NullMarked
package brokenworld.runtime.beta;

import org.jspecify.annotations.NullMarked;
