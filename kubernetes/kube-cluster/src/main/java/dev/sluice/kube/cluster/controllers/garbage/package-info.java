/// What nobody owns any more, and what has nowhere to be.
@NullMarked
package dev.sluice.kube.cluster.controllers.garbage;

import org.jspecify.annotations.NullMarked;
