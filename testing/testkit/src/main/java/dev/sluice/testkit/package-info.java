/// Test fixtures shared by several modules: real components.
@NullMarked
package dev.sluice.testkit;

import org.jspecify.annotations.NullMarked;
