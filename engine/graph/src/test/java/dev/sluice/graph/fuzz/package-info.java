/// What a fuzzer calls with all kinds of bytes: `bin/fuzz`. Each target lets through what a reader may throw
/// at bad input, and nothing else; what it found before is tried again by every build.
@NullMarked
package dev.sluice.graph.fuzz;

import org.jspecify.annotations.NullMarked;
