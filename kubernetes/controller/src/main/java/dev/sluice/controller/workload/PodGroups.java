package dev.sluice.controller.workload;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.call.Call;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.intake.NotHonoured;
import dev.sluice.controller.intake.PodGroupName;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Gated pods of groups that are not complete yet.
///
/// The size of our groups is an annotation of each pod. That of coscheduling's groups is in their PodGroup, which is
/// read once a pod of it is there.
///
/// How many pods are there is told some seconds after the first, and again when the number has changed.
final class PodGroups {
    static final ResourceType TYPE = new ResourceType("scheduling.x-k8s.io", "v1alpha1", "podgroups", "PodGroup", true);

    /// A PodGroup is often created beside its pods. One that is not there by then is looked for again. One that asks
    /// for more pods than there are is read again, as it may change.
    private static final long READ_AGAIN_NANOS = 10 * Clock.NANOS_PER_SECOND;

    /// Pods that a controller creates at once are there by then.
    private static final long TELL_NANOS = 10 * Clock.NANOS_PER_SECOND;

    private static final int UNKNOWN = 0;

    private final Surroundings here;
    private final Refusals refusals;
    private final Consumer<Complete> complete;
    private final Map<PodGroupName, Forming> groups = new HashMap<>();

    /// A group of which enough pods are there.
    record Complete(PodGroupName name, List<JsonObject> pods, int size) {
        Complete without(JsonObject pod) {
            List<JsonObject> others = pods.stream()
                    .filter(other -> !KubeObjects.uid(other).equals(KubeObjects.uid(pod)))
                    .toList();
            return new Complete(name, others, size);
        }
    }

    private static final class Forming {
        final Map<String, JsonObject> pods = new LinkedHashMap<>();
        int size = UNKNOWN;
        boolean isRead;

        /// Whether a timer runs until the number of pods is told.
        boolean isToBeTold;

        /// The number of pods that was told last.
        int told;
    }

    /// @param complete submits a group
    PodGroups(Surroundings here, Refusals refusals, Consumer<Complete> complete) {
        this.here = here;
        this.refusals = refusals;
        this.complete = complete;
    }

    /// Adds a gated pod, or notes that it has changed.
    void add(PodGroupName name, JsonObject pod) {
        Forming group = groups.computeIfAbsent(name, _ -> new Forming());
        if (!name.isOfCoscheduling()) {
            try {
                group.size = sizeOf(group, pod);
            } catch (NotHonoured e) {
                refusals.refusePod(pod, e.reason());
                gone(pod);
                return;
            }
        }
        group.pods.put(KubeObjects.uid(pod), pod);
        tellLater(name, group);
        if (group.size == UNKNOWN) {
            read(name, group);
        } else {
            submitIfComplete(name, group);
        }
    }

    private void tellLater(PodGroupName name, Forming group) {
        if (!group.isToBeTold) {
            group.isToBeTold = true;
            here.after(TELL_NANOS, () -> {
                group.isToBeTold = false;
                boolean isUnknown = group.size == UNKNOWN || group.told == group.pods.size();
                if (groups.get(name) == group && !isUnknown) {
                    tell(name, group);
                }
            });
        }
    }

    private void tell(PodGroupName name, Forming group) {
        group.told = group.pods.size();
        String why = "%d of %d pods of group %s are there"
                .formatted(group.told, group.size, name.key().name());
        refusals.waits(name.ref(), why);
        for (JsonObject pod : group.pods.values()) {
            WorkloadRef ref = Notices.of(WorkloadRef.POD, pod);
            refusals.waits(ref, why);
            here.notices().normal(ref, "Waits", why);
        }
    }

    /// Takes a group back that could not be submitted: the next change of one of its pods may mend it.
    void putBack(Complete group) {
        Forming forming = groups.computeIfAbsent(group.name(), _ -> new Forming());
        group.pods().forEach(pod -> forming.pods.put(KubeObjects.uid(pod), pod));
        forming.size = group.name().isOfCoscheduling() ? UNKNOWN : group.size();
    }

    private static int sizeOf(Forming group, JsonObject pod) {
        int size = JobTranslation.groupSizeOf(pod);
        if (group.size != UNKNOWN && group.size != size && !group.pods.isEmpty()) {
            throw JobTranslation.badGroupSize(Integer.toString(size));
        }
        return size;
    }

    private void submitIfComplete(PodGroupName name, Forming group) {
        if (group.pods.size() >= group.size) {
            forget(name);
            complete.accept(new Complete(name, new ArrayList<>(group.pods.values()), group.size));
        }
    }

    private void read(PodGroupName name, Forming group) {
        if (group.isRead) {
            return;
        }
        group.isRead = true;
        Call call = Call.read("read PodGroup " + name.key(), kube -> kube.get(TYPE, name.key()));
        here.calls().start(call, answer -> wasRead(name, group, answer));
    }

    private void wasRead(PodGroupName name, Forming group, Answer answer) {
        group.isRead = false;
        if (groups.get(name) != group || group.pods.isEmpty()) {
            return;
        }
        if (answer instanceof Answer.Done(JsonObject json)) {
            group.size = Math.clamp(json.number(1, "spec", "minMember"), 1, JobTranslation.PODS_MAX);
            submitIfComplete(name, group);
        } else if (answer instanceof Answer.Refused refused) {
            String why = "label %s (%s): the PodGroup cannot be read: %s"
                    .formatted(
                            PodGroupName.COSCHEDULING,
                            name.key().name(),
                            refused.status().message());
            List.copyOf(group.pods.values()).forEach(pod -> refusals.refusePod(pod, why));
        }
        readAgainLater(name, group);
    }

    private void readAgainLater(PodGroupName name, Forming group) {
        group.isRead = true;
        here.after(READ_AGAIN_NANOS, () -> {
            group.isRead = false;
            if (groups.get(name) == group && !group.pods.isEmpty()) {
                read(name, group);
            }
        });
    }

    private @Nullable Forming forget(PodGroupName name) {
        refusals.waitsNoMore(name.ref());
        return groups.remove(name);
    }

    /// Removes and returns the pods of a group that is not complete.
    List<JsonObject> take(PodGroupName name) {
        Forming group = forget(name);
        return group == null ? List.of() : new ArrayList<>(group.pods.values());
    }

    /// Forgets a pod.
    void gone(JsonObject pod) {
        PodGroupName.of(pod).ifPresent(name -> {
            Forming group = groups.get(name);
            if (group != null && group.pods.remove(KubeObjects.uid(pod)) != null) {
                tellLater(name, group);
            }
            if (group != null && group.pods.isEmpty()) {
                forget(name);
            }
        });
    }
}
