/// Our own work: follows managed Jobs and their pods, and carries out what the engine decides about them.
///
/// Everything here belongs to the engine's thread. [dev.sluice.controller.workload.Workloads] has the Jobs by UID;
/// [dev.sluice.controller.workload.JobReconciler] compares each with the engine's state and starts the calls that
/// make them agree; [dev.sluice.controller.workload.JobWrites] has these calls.
@NullMarked
package dev.sluice.controller.workload;

import org.jspecify.annotations.NullMarked;
