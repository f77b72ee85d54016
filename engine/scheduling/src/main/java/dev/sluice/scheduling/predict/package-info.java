/// Run time prediction.
@NullMarked
package dev.sluice.scheduling.predict;

import org.jspecify.annotations.NullMarked;
