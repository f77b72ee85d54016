@NullMarked
package dev.sluice.server;

import org.jspecify.annotations.NullMarked;
