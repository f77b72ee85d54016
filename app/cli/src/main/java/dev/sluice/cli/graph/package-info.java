/// `sluice graph`: shows resource graphs.
///
/// Equal vertices are shown once, as a [dev.sluice.cli.graph.Group]; so a machine of ten thousand nodes takes
/// as many lines as one of two.
@NullMarked
package dev.sluice.cli.graph;

import org.jspecify.annotations.NullMarked;
