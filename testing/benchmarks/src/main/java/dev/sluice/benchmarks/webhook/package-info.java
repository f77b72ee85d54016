/// How long the API server waits for an answer of intake's webhook.
@NullMarked
package dev.sluice.benchmarks.webhook;

import org.jspecify.annotations.NullMarked;
