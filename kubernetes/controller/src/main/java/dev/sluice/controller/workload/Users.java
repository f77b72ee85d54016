package dev.sluice.controller.workload;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.call.Call;
import dev.sluice.controller.call.Remedy;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The users of managed objects. Intake writes them on what users create. What a controller makes belongs to the user
/// of its owner, which is read once.
///
/// A ReplicaSet's own annotation is not trusted, since no policy checks it: its Deployment's counts. Nor is that of a
/// Job's pod, which comes from the Job's template. Nor is that of an owner that is not managed, nor of an object that
/// intake has not seen.
final class Users {
    private static final String JOB = "Job";

    /// The owners that carry a user, and those between them and their pods.
    private static final Map<String, ResourceType> KINDS = Map.of(
            "ReplicaSet",
            KubeTypes.REPLICA_SETS,
            "Deployment",
            KubeTypes.DEPLOYMENTS,
            "StatefulSet",
            KubeTypes.STATEFUL_SETS,
            "CronJob",
            KubeTypes.CRON_JOBS,
            JOB,
            KubeTypes.JOBS);

    /// As many owners have pods or Jobs that wait at a time, on a large cluster.
    private static final int REMEMBERED_MAX = 10_000;

    /// Of owners that have none, are gone, or may not be read.
    private static final String NO_USER = "";

    private final Surroundings here;
    private final Adoptions adoptions;

    /// The users by the UID of the owner, oldest first.
    private final Map<String, String> known = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > REMEMBERED_MAX;
        }
    };

    /// What waits for the user of an owner, by its UID.
    private final Map<String, List<Runnable>> asked = new HashMap<>();

    Users(Surroundings here, Adoptions adoptions) {
        this.here = here;
        this.adoptions = adoptions;
    }

    /// Returns the user of an object; null if its owner must be read first.
    ///
    /// @param again runs when the user is known
    @Nullable
    String of(JsonObject object, Runnable again) {
        JsonObject owner = Owners.controller(object);
        boolean isOfJob = owner != null && owner.text("kind").equals(JOB);
        boolean isChecked = !isOfJob && isAdmitted(object);
        String own = isChecked ? object.text("metadata", "annotations", SluiceNames.USER) : NO_USER;
        if (!own.isEmpty() || owner == null || !KINDS.containsKey(owner.text("kind"))) {
            return own;
        }
        String uid = owner.text("uid");
        String user = known.get(uid);
        if (user == null) {
            boolean isAsked = asked.containsKey(uid);
            asked.computeIfAbsent(uid, _ -> new ArrayList<>()).add(again);
            if (!isAsked) {
                read(uid, KubeObjects.namespace(object), owner, 1);
            }
        }
        return user;
    }

    /// Intake labels every Job and pod that it sees. What another one says of its user was checked by nothing.
    private static boolean isAdmitted(JsonObject object) {
        return !object.text("metadata", "labels", SluiceNames.QUEUE).isEmpty();
    }

    /// @param first the UID of the owner for which something waits
    private void read(String first, String namespace, JsonObject owner, int reads) {
        ResourceType type = KINDS.get(owner.text("kind"));
        if (type == null) {
            found(first, NO_USER);
            return;
        }
        ObjectKey key = new ObjectKey(namespace, owner.text("name"));
        Call call = Call.read("read " + type.kind() + " " + key, kube -> kube.get(type, key));
        here.calls().start(call, answer -> {
            switch (answer) {
                case Answer.Done(JsonObject json) -> wasRead(first, owner, json);
                case Answer.Refused _, Answer.Unknown _, Answer.Withheld _ -> {
                    boolean isPassing = answer instanceof Answer.Withheld
                            || answer.remedy() == Remedy.RETRY
                            || answer.remedy() == Remedy.READ_AGAIN;
                    if (isPassing) {
                        // Nothing could be started meanwhile either.
                        here.after(Pauses.nanos(reads), () -> read(first, namespace, owner, reads + 1));
                    } else {
                        found(first, NO_USER);
                        known.remove(first);
                    }
                }
            }
        });
    }

    private void wasRead(String first, JsonObject owner, JsonObject json) {
        if (!adoptions.areNamespacesListed()) {
            here.after(Pauses.nanos(1), () -> wasRead(first, owner, json));
            return;
        }
        JsonObject next = Owners.controller(json);
        String user = adoptions.isManaged(json) ? json.text("metadata", "annotations", SluiceNames.USER) : NO_USER;
        boolean isOfJob = owner.text("kind").equals(JOB);
        if (!KubeObjects.uid(json).equals(owner.text("uid"))) {
            found(first, NO_USER);
        } else if (owner.text("kind").equals("ReplicaSet")) {
            if (next == null) {
                found(first, NO_USER);
            } else {
                read(first, KubeObjects.namespace(json), next, 1);
            }
        } else if (isOfJob && user.isEmpty() && next != null) {
            read(first, KubeObjects.namespace(json), next, 1);
        } else {
            found(first, user);
        }
    }

    private void found(String uid, String user) {
        known.put(uid, user);
        List<Runnable> waiting = asked.remove(uid);
        if (waiting != null) {
            waiting.forEach(Runnable::run);
        }
    }
}
