/// The shapes that Fluxion was measured on, through our matcher alone and through `sluice resource-query`.
@NullMarked
package dev.sluice.benchmarks.fluxion;

import org.jspecify.annotations.NullMarked;
