/// Kinds that users define: their definitions, and the rules of their objects, by the schemas in them.
@NullMarked
package dev.sluice.kube.apiserver.custom;

import org.jspecify.annotations.NullMarked;
