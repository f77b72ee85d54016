/// What an engine knows of the cluster that it follows, as immutable values that any thread may read.
@NullMarked
package dev.sluice.controller.view;

import org.jspecify.annotations.NullMarked;
