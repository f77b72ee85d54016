/// The Job controller and the TTL controller for finished Jobs.
@NullMarked
package dev.sluice.kube.cluster.controllers.job;

import org.jspecify.annotations.NullMarked;
