/// Workloads made or made over on the command line.
@NullMarked
package dev.sluice.cli.generate;

import org.jspecify.annotations.NullMarked;
