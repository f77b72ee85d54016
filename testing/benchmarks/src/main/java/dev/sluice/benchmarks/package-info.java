/// JMH benchmarks. Each stands beside what it is compared with, so that one run gives a ratio.
@NullMarked
package dev.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
