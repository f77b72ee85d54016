/// What is particular to each kind: how it begins, what of it may change, and how it ends.
@NullMarked
package dev.sluice.kube.apiserver.kind;

import org.jspecify.annotations.NullMarked;
