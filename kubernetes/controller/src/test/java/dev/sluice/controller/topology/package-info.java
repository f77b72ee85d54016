@NullMarked
package dev.sluice.controller.topology;

import org.jspecify.annotations.NullMarked;
