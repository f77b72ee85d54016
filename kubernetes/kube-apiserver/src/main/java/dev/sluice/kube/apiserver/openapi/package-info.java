/// OpenAPI v2 and v3 documents, generated from the schema table.
///
/// They have only what programs read: fields, types, merge strategies and operations. For descriptions see
/// Kubernetes' documentation.
@NullMarked
package dev.sluice.kube.apiserver.openapi;

import org.jspecify.annotations.NullMarked;
