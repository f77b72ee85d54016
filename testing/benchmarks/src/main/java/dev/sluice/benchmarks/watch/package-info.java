/// `sluice watch` beside a busy control plane: does it keep up, what does it cost, and does it stay right.
@NullMarked
package dev.sluice.benchmarks.watch;

import org.jspecify.annotations.NullMarked;
