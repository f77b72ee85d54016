/// Many runs at once: every combination of traces, loads, machines, policies and seeds.
@NullMarked
package dev.sluice.simulator.sweep;

import org.jspecify.annotations.NullMarked;
