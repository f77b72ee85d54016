/// `sluice demo`: jobs on a model of a small machine, then a short simulation.
@NullMarked
package dev.sluice.cli.demo;

import org.jspecify.annotations.NullMarked;
