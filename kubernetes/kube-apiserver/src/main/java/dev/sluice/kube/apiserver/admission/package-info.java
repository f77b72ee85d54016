/// Admission webhooks: which ones to call for a write, the call itself, and the evaluation of responses.
@NullMarked
package dev.sluice.kube.apiserver.admission;

import org.jspecify.annotations.NullMarked;
