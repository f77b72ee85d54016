/// The interface between the API server and the kinds: [Strategy], and what a kind contributes to it.
@NullMarked
package dev.sluice.kube.validation.strategy;

import org.jspecify.annotations.NullMarked;
