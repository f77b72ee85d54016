/// What a pod asks of its node, and what a node has, counted as kubelet and kube-scheduler do.
@NullMarked
package dev.sluice.kube.request;

import org.jspecify.annotations.NullMarked;
