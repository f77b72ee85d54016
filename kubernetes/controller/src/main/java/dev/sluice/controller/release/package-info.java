/// Lets all managed work go without a scheduler, so that Sluice can be removed.
@NullMarked
package dev.sluice.controller.release;

import org.jspecify.annotations.NullMarked;
