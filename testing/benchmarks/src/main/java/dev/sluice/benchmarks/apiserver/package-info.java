/// The embedded API server beside the real one: the same load on both, and the embedded one without HTTP.
@NullMarked
package dev.sluice.benchmarks.apiserver;

import org.jspecify.annotations.NullMarked;
