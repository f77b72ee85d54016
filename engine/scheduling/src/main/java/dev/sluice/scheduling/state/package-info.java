/// All that the engine knows. It changes by records only, live and on replay alike.
@NullMarked
package dev.sluice.scheduling.state;

import org.jspecify.annotations.NullMarked;
