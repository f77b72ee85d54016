/// Requests to the API server that change something: started on the engine's thread, carried out elsewhere, answered
/// on the engine's thread again.
@NullMarked
package dev.sluice.controller.call;

import org.jspecify.annotations.NullMarked;
