/// Jobs and cron jobs.
@NullMarked
package dev.sluice.kube.validation.batch;

import org.jspecify.annotations.NullMarked;
