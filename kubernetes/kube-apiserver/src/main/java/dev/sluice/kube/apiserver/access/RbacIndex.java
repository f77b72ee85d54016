package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;

/// All roles, and bindings by subject. It follows the store; any thread may read.
public final class RbacIndex implements Runnable {
    private static final String GROUP = "rbac.authorization.k8s.io";
    static final ResourceType ROLES = new ResourceType(GROUP, "v1", "roles", "Role", true);
    static final ResourceType CLUSTER_ROLES = new ResourceType(GROUP, "v1", "clusterroles", "ClusterRole", false);
    static final ResourceType BINDINGS = new ResourceType(GROUP, "v1", "rolebindings", "RoleBinding", true);
    static final ResourceType CLUSTER_BINDINGS =
            new ResourceType(GROUP, "v1", "clusterrolebindings", "ClusterRoleBinding", false);

    /// A RoleBinding or ClusterRoleBinding.
    ///
    /// @param namespace where it applies; empty for the whole cluster
    record Binding(String namespace, String name, boolean isOfClusterRole, String role, List<String> subjects) {}

    /// A Role or ClusterRole.
    record Role(List<PolicyRule> rules, List<Map<String, String>> aggregates, Map<String, String> labels) {}

    /// Sorted, so that aggregated rules have a defined order.
    private final Map<ObjectKey, Role> roles = new ConcurrentSkipListMap<>();
    private final Map<ObjectKey, Binding> bindings = new ConcurrentHashMap<>();

    /// By namespace and subject.
    private final Map<String, Map<String, Binding>> bySubject = new ConcurrentHashMap<>();

    private final List<Followed> followed = new ArrayList<>();
    private volatile boolean isBehind = true;
    private long edition;

    private record Followed(KubeWatch watch, BiConsumer<WatchEvent.Type, JsonObject> reader) {}

    /// Starts to follow a store.
    ///
    /// @param kube not thread-safe: the thread that writes to it also runs this
    public void follow(Kube kube) {
        follow(kube, ROLES, this::readRole);
        follow(kube, CLUSTER_ROLES, this::readRole);
        follow(kube, BINDINGS, this::readBinding);
        follow(kube, CLUSTER_BINDINGS, this::readBinding);
    }

    private void follow(Kube kube, ResourceType type, BiConsumer<WatchEvent.Type, JsonObject> reader) {
        WatchOptions all = new WatchOptions("", "", "", false, false);
        followed.add(new Followed(kube.watch(type, "", all, () -> isBehind = true), reader));
    }

    /// Reads the changes since the last call.
    @Override
    public void run() {
        if (!isBehind) {
            return;
        }
        isBehind = false;
        for (Followed each : followed) {
            for (Optional<WatchEvent> event = each.watch().poll();
                    event.isPresent();
                    event = each.watch().poll()) {
                each.reader().accept(event.get().type(), event.get().object());
            }
        }
    }

    /// Changes whenever a role does. Only for the thread that runs this.
    long edition() {
        return edition;
    }

    /// Returns the ClusterRoles with an aggregation rule.
    List<String> aggregatedRoles() {
        List<String> names = new ArrayList<>();
        roles.forEach((key, role) -> {
            if (!role.aggregates().isEmpty()) {
                names.add(key.name());
            }
        });
        return names;
    }

    private void readRole(WatchEvent.Type type, JsonObject object) {
        edition++;
        if (type == WatchEvent.Type.DELETED) {
            roles.remove(KubeObjects.key(object));
            return;
        }
        List<Map<String, String>> aggregates = new ArrayList<>();
        JsonArray selectors = object.array("aggregationRule", "clusterRoleSelectors");
        for (int i = 0; i < selectors.size(); i++) {
            aggregates.add(selectors.object(i).object("matchLabels").texts());
        }
        roles.put(
                KubeObjects.key(object),
                new Role(
                        PolicyRule.of(object.array("rules")),
                        aggregates,
                        object.object("metadata", "labels").texts()));
    }

    private void readBinding(WatchEvent.Type type, JsonObject object) {
        ObjectKey key = KubeObjects.key(object);
        if (type == WatchEvent.Type.DELETED) {
            unbind(key);
            return;
        }
        bind(
                key,
                new Binding(
                        key.namespace(),
                        key.name(),
                        object.text("roleRef", "kind").equals("ClusterRole"),
                        object.text("roleRef", "name"),
                        subjects(object.array("subjects"))));
    }

    /// Adds new subjects before removing old ones, since other threads read meanwhile.
    void bind(ObjectKey key, Binding binding) {
        for (String subject : binding.subjects()) {
            bySubject
                    .computeIfAbsent(binding.namespace() + "/" + subject, _ -> new ConcurrentHashMap<>())
                    .put(binding.name(), binding);
        }
        Binding old = bindings.put(key, binding);
        if (old != null) {
            takeFrom(old, binding.subjects());
        }
    }

    private void unbind(ObjectKey key) {
        Binding old = bindings.remove(key);
        if (old != null) {
            takeFrom(old, List.of());
        }
    }

    /// @param keeping subjects that keep the binding
    private void takeFrom(Binding old, List<String> keeping) {
        for (String subject : old.subjects()) {
            if (!keeping.contains(subject)) {
                bySubject
                        .getOrDefault(old.namespace() + "/" + subject, Map.of())
                        .remove(old.name());
            }
        }
    }

    private static List<String> subjects(JsonArray given) {
        List<String> subjects = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            JsonObject subject = given.object(i);
            String name = subject.text("name");
            switch (subject.text("kind")) {
                case "User" -> subjects.add("u:" + name);
                case "Group" -> subjects.add("g:" + name);
                case "ServiceAccount" ->
                    subjects.add("u:" + User.SERVICE_ACCOUNT + subject.text("namespace") + ":" + name);
                default -> {
                    // There are no other kinds of subjects.
                }
            }
        }
        return List.copyOf(subjects);
    }

    /// Returns a user's bindings in a namespace, or the cluster-wide ones if that is empty.
    List<Binding> bindingsOf(User user, String namespace) {
        List<Binding> found = new ArrayList<>(bySubject
                .getOrDefault(namespace + "/u:" + user.name(), Map.of())
                .values());
        for (String group : user.groups()) {
            found.addAll(
                    bySubject.getOrDefault(namespace + "/g:" + group, Map.of()).values());
        }
        return found;
    }

    /// Returns a role's rules; empty if the role does not exist.
    ///
    /// @param namespace empty for a ClusterRole
    Optional<List<PolicyRule>> rulesFor(String namespace, String name) {
        Role role = roles.get(new ObjectKey(namespace, name));
        if (role == null) {
            return Optional.empty();
        }
        if (role.aggregates().isEmpty()) {
            return Optional.of(role.rules());
        }
        List<PolicyRule> gathered = new ArrayList<>();
        aggregate(name, role, gathered, new ArrayList<>());
        return Optional.of(gathered);
    }

    /// Collects the rules of the roles that an aggregated role selects.
    private void aggregate(String name, Role role, List<PolicyRule> into, List<String> seen) {
        if (seen.contains(name)) {
            return;
        }
        seen.add(name);
        if (role.aggregates().isEmpty()) {
            into.addAll(role.rules());
            return;
        }
        roles.forEach((key, other) -> {
            boolean isPart = role.aggregates().stream()
                    .anyMatch(labels -> other.labels().entrySet().containsAll(labels.entrySet()));
            if (key.namespace().isEmpty() && isPart) {
                aggregate(key.name(), other, into, seen);
            }
        });
    }
}
