/// Records as text, for stores that outlive the program.
@NullMarked
package dev.sluice.queue.codec;

import org.jspecify.annotations.NullMarked;
