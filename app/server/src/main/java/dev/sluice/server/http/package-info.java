/// What the server answers over HTTP: health, metrics, and the queue for people who may read the cluster.
@NullMarked
package dev.sluice.server.http;

import org.jspecify.annotations.NullMarked;
