/// `sluice generate`: makes and transforms workloads.
@NullMarked
package dev.sluice.cli.generate;

import org.jspecify.annotations.NullMarked;
