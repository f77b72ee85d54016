/// The controllers of kube-controller-manager that a cluster needs, written against the API only.
@NullMarked
package dev.sluice.kube.cluster.controllers;

import org.jspecify.annotations.NullMarked;
