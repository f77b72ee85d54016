/// `sluice up` and `sluice nodes`: a cluster in this process, and simulated nodes in any cluster.
@NullMarked
package dev.sluice.cli.cluster;

import org.jspecify.annotations.NullMarked;
