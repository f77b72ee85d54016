/// The same requests to the real server and to ours.
@NullMarked
package dev.sluice.kube.apiserver.contract;

import org.jspecify.annotations.NullMarked;
