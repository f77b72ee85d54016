/// A plain scheduler, so that pods of the default scheduler run in a cluster that has nothing else.
@NullMarked
package dev.sluice.kube.cluster.controllers.scheduling;

import org.jspecify.annotations.NullMarked;
