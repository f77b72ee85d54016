/// Breaks rules on purpose.
@NullMarked
package brokenworld.kube.client;

import org.jspecify.annotations.NullMarked;
