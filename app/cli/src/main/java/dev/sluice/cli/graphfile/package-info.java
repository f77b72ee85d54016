/// Reads graph files and detects their format.
@NullMarked
package dev.sluice.cli.graphfile;

import org.jspecify.annotations.NullMarked;
