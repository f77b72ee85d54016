/// Pages in a real browser: the system's Chromium, without a window and without a network.
@NullMarked
package dev.sluice.testkit.browser;

import org.jspecify.annotations.NullMarked;
