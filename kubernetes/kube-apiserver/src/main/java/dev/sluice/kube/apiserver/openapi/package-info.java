/// What is served, as OpenAPI documents, made from the same table as everything else.
///
/// Only what programs read is told: fields, types, how lists merge, which operations there are. Descriptions
/// are left to Kubernetes' own documentation.
@NullMarked
package dev.sluice.kube.apiserver.openapi;

import org.jspecify.annotations.NullMarked;
