/// Test data that is not part of the project: where it is found, and what happens to its tests where it is missing.
@NullMarked
package dev.sluice.outside.data;

import org.jspecify.annotations.NullMarked;
