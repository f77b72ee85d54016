/// Built-in admission plugins and allocators: what the server does with writes of particular resources.
@NullMarked
package dev.sluice.kube.apiserver.plugin;

import org.jspecify.annotations.NullMarked;
