/// Who is next: orders of the queue, and waiting jobs kept in them.
@NullMarked
package dev.sluice.scheduling.order;

import org.jspecify.annotations.NullMarked;
