/// Queue rules and limits: where and how long a queue's jobs may run, and how much a user, an account or the whole
/// queue may use at a time.
@NullMarked
package dev.sluice.scheduling.limit;

import org.jspecify.annotations.NullMarked;
