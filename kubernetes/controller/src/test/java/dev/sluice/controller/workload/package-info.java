@NullMarked
package dev.sluice.controller.workload;

import org.jspecify.annotations.NullMarked;
