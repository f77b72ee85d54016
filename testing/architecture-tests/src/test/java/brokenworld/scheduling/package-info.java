/// Breaks rules on purpose.
@NullMarked
package brokenworld.scheduling;

import org.jspecify.annotations.NullMarked;
