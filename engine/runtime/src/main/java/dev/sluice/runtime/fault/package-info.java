/// What happens when our own code is wrong: invariants notice, faults decide.
@NullMarked
package dev.sluice.runtime.fault;

import org.jspecify.annotations.NullMarked;
