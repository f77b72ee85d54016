/// Graphs as files: which formats there are, and how to tell them apart.
@NullMarked
package dev.sluice.cli.graphfile;

import org.jspecify.annotations.NullMarked;
