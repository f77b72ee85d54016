/// Commands about a live scheduler: run one, and ask one.
@NullMarked
package dev.sluice.cli.live;

import org.jspecify.annotations.NullMarked;
