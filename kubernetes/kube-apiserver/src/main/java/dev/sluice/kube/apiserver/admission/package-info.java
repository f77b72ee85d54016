/// Webhooks: whom to ask about a write, how, and what becomes of the answer.
@NullMarked
package dev.sluice.kube.apiserver.admission;

import org.jspecify.annotations.NullMarked;
