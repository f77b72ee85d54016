/// What tests of several modules share: real components on tap.
@NullMarked
package dev.sluice.testkit;

import org.jspecify.annotations.NullMarked;
