/// Host ports: which ports of which nodes are held, and until when.
@NullMarked
package dev.sluice.graph.port;

import org.jspecify.annotations.NullMarked;
