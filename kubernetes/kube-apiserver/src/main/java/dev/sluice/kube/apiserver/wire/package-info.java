/// Objects on the wire other than as JSON.
@NullMarked
package dev.sluice.kube.apiserver.wire;

import org.jspecify.annotations.NullMarked;
