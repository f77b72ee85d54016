/// Which resources this server has: the built-in ones, and those that its users have defined.
@NullMarked
package dev.sluice.kube.apiserver.schema;

import org.jspecify.annotations.NullMarked;
