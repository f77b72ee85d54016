/// How other programs find the server and ask it.
@NullMarked
package dev.sluice.server.client;

import org.jspecify.annotations.NullMarked;
