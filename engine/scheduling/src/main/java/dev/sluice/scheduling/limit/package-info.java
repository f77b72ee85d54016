/// What a queue allows: where its jobs may run and for how long, and how much of the machine a user, an account or all
/// of it may have.
@NullMarked
package dev.sluice.scheduling.limit;

import org.jspecify.annotations.NullMarked;
