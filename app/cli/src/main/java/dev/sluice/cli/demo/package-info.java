/// `sluice demo`: the best there is to see, in one command.
@NullMarked
package dev.sluice.cli.demo;

import org.jspecify.annotations.NullMarked;
