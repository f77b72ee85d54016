/// `sluice watch`: an engine that follows a cluster read-only, and what it knows, for people and programs.
@NullMarked
package dev.sluice.cli.watch;

import org.jspecify.annotations.NullMarked;
