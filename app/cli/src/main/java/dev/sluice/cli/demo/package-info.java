/// `sluice demo`: the best there is to see, in one command. Jobs are placed on a model of a small machine.
@NullMarked
package dev.sluice.cli.demo;

import org.jspecify.annotations.NullMarked;
