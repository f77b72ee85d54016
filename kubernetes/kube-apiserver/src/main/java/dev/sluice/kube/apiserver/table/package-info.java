/// Tables as `kubectl get` prints them.
///
/// A kind's table is a list of columns. Kinds without columns show name and age; custom resources define their own.
@NullMarked
package dev.sluice.kube.apiserver.table;

import org.jspecify.annotations.NullMarked;
