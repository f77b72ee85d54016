/// What the server answers over HTTP: health, metrics, and the queue for users whom the API server knows.
@NullMarked
package dev.sluice.server.http;

import org.jspecify.annotations.NullMarked;
