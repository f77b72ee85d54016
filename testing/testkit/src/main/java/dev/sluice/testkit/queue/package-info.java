/// What every store of records has to be able to do.
@NullMarked
package dev.sluice.testkit.queue;

import org.jspecify.annotations.NullMarked;
