@NullMarked
package dev.sluice.server.config;

import org.jspecify.annotations.NullMarked;
