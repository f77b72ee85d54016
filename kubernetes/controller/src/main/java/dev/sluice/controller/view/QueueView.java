package dev.sluice.controller.view;

import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.queue.Job;
import dev.sluice.queue.image.JobTable;
import dev.sluice.runtime.id.F58;
import dev.sluice.scheduling.reason.Outlook;
import dev.sluice.scheduling.reason.Verdict;
import dev.sluice.scheduling.state.EngineSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;

/// All jobs that have not ended, as of one moment: those that run, then those in line, then those that are held.
///
/// @param atNanos the moment
public record QueueView(long atNanos, List<QueuedJob> jobs) {
    public QueueView {
        jobs = List.copyOf(jobs);
    }

    public static QueueView of(Outlook outlook) {
        return new Reading(outlook).view();
    }

    /// Returns the jobs of an object's name, of one namespace or of all, and the job of an id, of any namespace.
    public List<QueuedJob> named(String namespace, String name) {
        return jobs.stream()
                .filter(job -> job.id().equals(name)
                        || (job.name().equals(name)
                                && (namespace.isEmpty() || job.namespace().equals(namespace))))
                .toList();
    }

    private static final class Reading {
        private final Outlook outlook;
        private final EngineSnapshot then;
        private final JobTable table;
        private final ResourceModel machine;
        private final Map<Integer, Integer> positions = new HashMap<>();

        Reading(Outlook outlook) {
            this.outlook = outlook;
            this.then = outlook.snapshot();
            this.table = then.table();
            this.machine = then.machine().fork();
            for (int place = 0; place < then.lineLength(); place++) {
                positions.put(then.inLine(place), place + 1);
            }
        }

        QueueView view() {
            List<QueuedJob> running = new ArrayList<>();
            List<QueuedJob> others = new ArrayList<>();
            for (int job = 0; job < table.size(); job++) {
                if (table.isFree(job) || table.state(job).isFinal()) {
                    continue;
                }
                if (table.isStarted(job)) {
                    running.add(read(job));
                } else if (!positions.containsKey(job)) {
                    others.add(read(job));
                }
            }
            for (int place = 0; place < then.lineLength(); place++) {
                running.add(read(then.inLine(place)));
            }
            running.addAll(others);
            return new QueueView(then.timeNanos(), running);
        }

        private QueuedJob read(int index) {
            Job job = table.job(index);
            Optional<WorkloadRef> ref = WorkloadRef.of(job.jobspec());
            ObjectKey key = ref.map(WorkloadRef::key).orElse(new ObjectKey("", ""));
            Integer position = positions.get(index);
            Verdict verdict = outlook.verdict(job.id());
            return new QueuedJob(
                    F58.encode(job.id()),
                    ref.map(WorkloadRef::kind).orElse(""),
                    key.namespace(),
                    key.name(),
                    job.queuePriority().queue(),
                    job.owner().user(),
                    table.state(index),
                    table.parts(index),
                    position == null ? OptionalInt.empty() : OptionalInt.of(position),
                    table.submittedNanos(index),
                    start(verdict),
                    estimate(verdict),
                    reason(verdict),
                    table.isStarted(index) ? nodes(index) : List.of());
        }

        private OptionalLong start(Verdict verdict) {
            return switch (verdict) {
                case Verdict.Runs it -> OptionalLong.of(it.sinceNanos());
                case Verdict.StartsNow _ -> OptionalLong.of(then.timeNanos());
                case Verdict.Planned it -> OptionalLong.of(it.startNanos());
                case Verdict.Extrapolated it -> OptionalLong.of(it.startNanos());
                case Verdict.Waits _, Verdict.Over _, Verdict.Unknown _ -> OptionalLong.empty();
            };
        }

        private static String estimate(Verdict verdict) {
            return switch (verdict) {
                case Verdict.Runs _ -> "started";
                case Verdict.StartsNow _ -> "now";
                case Verdict.Planned it -> it.reserved() ? "reserved" : "planned";
                case Verdict.Extrapolated _ -> "extrapolated";
                case Verdict.Waits _, Verdict.Over _, Verdict.Unknown _ -> "";
            };
        }

        private String reason(Verdict verdict) {
            return switch (verdict) {
                case Verdict.Waits it -> it.reason().sentence();
                case Verdict.Planned it
                when !it.waitsFor().isEmpty() -> "waits for resources of " + names(it.waitsFor());
                case Verdict.Planned _ -> "waits for resources";
                case Verdict.Extrapolated it -> "waits for resources behind " + it.ahead() + " jobs";
                case Verdict.Runs _, Verdict.StartsNow _, Verdict.Over _, Verdict.Unknown _ -> "";
            };
        }

        private String names(List<Long> ids) {
            List<String> names = new ArrayList<>();
            for (long id : ids) {
                int job = table.indexOf(id);
                names.add(
                        job == JobTable.NO_JOB
                                ? F58.encode(id)
                                : WorkloadRef.of(table.job(job).jobspec())
                                        .map(ref -> ref.key().name())
                                        .orElse(F58.encode(id)));
            }
            return String.join(", ", names);
        }

        private List<String> nodes(int job) {
            TreeSet<String> nodes = new TreeSet<>();
            ResourceGraph graph = machine.graph();
            for (Holding holding : machine.occupancy().holdings(job)) {
                Placement placement = holding.placement();
                for (int i = 0; i < placement.entryCount(); i++) {
                    for (int at = placement.entryVertex(i); at != ResourceGraph.NO_VERTEX; at = graph.parent(at)) {
                        if (graph.isNode(at)) {
                            String path = graph.path(at);
                            nodes.add(path.substring(path.lastIndexOf('/') + 1));
                        }
                    }
                }
            }
            return List.copyOf(nodes);
        }
    }
}
