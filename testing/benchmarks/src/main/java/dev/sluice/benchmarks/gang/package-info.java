/// `bin/bench gang`: many Jobs at once on a real control plane, placed by Sluice and by kube-scheduler.
@NullMarked
package dev.sluice.benchmarks.gang;

import org.jspecify.annotations.NullMarked;
