/// Parts of objects that controllers and nodes read and write.
@NullMarked
package dev.sluice.kube.cluster.object;

import org.jspecify.annotations.NullMarked;
