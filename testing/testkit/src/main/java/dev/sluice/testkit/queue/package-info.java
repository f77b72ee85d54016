/// The contract of every record store.
@NullMarked
package dev.sluice.testkit.queue;

import org.jspecify.annotations.NullMarked;
