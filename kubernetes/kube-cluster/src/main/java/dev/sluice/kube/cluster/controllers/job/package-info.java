/// Jobs: pods that are to come to an end.
@NullMarked
package dev.sluice.kube.cluster.controllers.job;

import org.jspecify.annotations.NullMarked;
