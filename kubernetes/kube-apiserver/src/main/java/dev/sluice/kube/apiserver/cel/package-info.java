/// CEL with Kubernetes' extensions, on Google's library.
///
/// This package is loaded only when a server meets an expression: the library has some hundred classes, and most
/// servers never need it. [CelSchema] alone does not depend on the library.
@NullMarked
package dev.sluice.kube.apiserver.cel;

import org.jspecify.annotations.NullMarked;
