/// The garbage collector for dependents of deleted owners.
@NullMarked
package dev.sluice.kube.cluster.controllers.garbage;

import org.jspecify.annotations.NullMarked;
