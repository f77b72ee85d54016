/// Custom resources: CustomResourceDefinitions, their schemas, defaulting, pruning and validation.
@NullMarked
package dev.sluice.kube.apiserver.custom;

import org.jspecify.annotations.NullMarked;
