@NullMarked
package dev.sluice.controller.call;

import org.jspecify.annotations.NullMarked;
