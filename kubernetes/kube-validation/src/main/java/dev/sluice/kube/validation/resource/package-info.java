/// Dynamic resource allocation: claims, slices and device classes.
@NullMarked
package dev.sluice.kube.validation.resource;

import org.jspecify.annotations.NullMarked;
