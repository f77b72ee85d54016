/// Dependencies and begin times: what makes a waiting job eligible.
@NullMarked
package dev.sluice.scheduling.ready;

import org.jspecify.annotations.NullMarked;
