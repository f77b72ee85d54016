/// Tables for people: what `kubectl get` shows of an object.
///
/// A kind's table is a list of columns, each a name and how its cell follows from the object. Kinds without one
/// of their own show name and time of creation; custom resources bring theirs along.
@NullMarked
package dev.sluice.kube.apiserver.table;

import org.jspecify.annotations.NullMarked;
