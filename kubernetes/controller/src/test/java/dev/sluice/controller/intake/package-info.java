@NullMarked
package dev.sluice.controller.intake;

import org.jspecify.annotations.NullMarked;
