/// The controllers of a cluster, on the port alone.
@NullMarked
package dev.sluice.kube.cluster.controllers;

import org.jspecify.annotations.NullMarked;
