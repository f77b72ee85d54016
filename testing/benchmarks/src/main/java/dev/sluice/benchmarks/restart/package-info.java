/// How long a restarted scheduler takes until it can decide.
@NullMarked
package dev.sluice.benchmarks.restart;

import org.jspecify.annotations.NullMarked;
