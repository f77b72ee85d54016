/// The parts of `sluice serve`: the scheduler on threads, the webhook of intake, and its certificates.
@NullMarked
package dev.sluice.server;

import org.jspecify.annotations.NullMarked;
