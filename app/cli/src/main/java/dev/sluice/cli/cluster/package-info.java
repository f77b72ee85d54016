/// `sluice up` and `sluice nodes`: a cluster in the box, and simulated nodes anywhere.
@NullMarked
package dev.sluice.cli.cluster;

import org.jspecify.annotations.NullMarked;
