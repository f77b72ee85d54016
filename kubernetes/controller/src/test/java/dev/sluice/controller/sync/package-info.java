@NullMarked
package dev.sluice.controller.sync;

import org.jspecify.annotations.NullMarked;
