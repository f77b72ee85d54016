/// The queue order, and the sets of waiting jobs kept in it.
@NullMarked
package dev.sluice.scheduling.order;

import org.jspecify.annotations.NullMarked;
