/// The configuration of `sluice serve`: a file, the environment and options, with one precedence.
@NullMarked
package dev.sluice.server.config;

import org.jspecify.annotations.NullMarked;
