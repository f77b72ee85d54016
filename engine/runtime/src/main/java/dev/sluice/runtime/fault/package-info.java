/// Invariants detect bugs in our own code; fault handlers decide what happens then.
@NullMarked
package dev.sluice.runtime.fault;

import org.jspecify.annotations.NullMarked;
