/// Breaks rules on purpose.
@NullMarked
package brokenworld.cli;

import org.jspecify.annotations.NullMarked;
