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

/// All roles and bindings, by whom they are for. It follows the store; any thread may ask.
public final class RbacIndex implements Runnable {
    private static final String GROUP = "rbac.authorization.k8s.io";
    static final ResourceType ROLES = new ResourceType(GROUP, "v1", "roles", "Role", true);
    static final ResourceType CLUSTER_ROLES = new ResourceType(GROUP, "v1", "clusterroles", "ClusterRole", false);
    static final ResourceType BINDINGS = new ResourceType(GROUP, "v1", "rolebindings", "RoleBinding", true);
    static final ResourceType CLUSTER_BINDINGS =
            new ResourceType(GROUP, "v1", "clusterrolebindings", "ClusterRoleBinding", false);

    /// Gives a role to some.
    ///
    /// @param namespace where it holds; empty for everywhere
    record Binding(String namespace, String name, boolean isOfClusterRole, String role, List<String> subjects) {}

    /// A role as it is written.
    record Role(List<PolicyRule> rules, List<Map<String, String>> gathers, Map<String, String> labels) {}

    /// In order, so that what is gathered from them is.
    private final Map<ObjectKey, Role> roles = new ConcurrentSkipListMap<>();
    private final Map<ObjectKey, Binding> bindings = new ConcurrentHashMap<>();

    /// By namespace and subject.
    private final Map<String, Map<String, Binding>> bySubject = new ConcurrentHashMap<>();

    private final List<Followed> followed = new ArrayList<>();
    private volatile boolean isBehind = true;
    private long edition;

    private record Followed(KubeWatch watch, BiConsumer<WatchEvent.Type, JsonObject> reader) {}

    /// Reads from there from now on.
    ///
    /// @param kube not shared: whoever changes it also lets this catch up
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

    /// Catches up with what has changed.
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

    /// Differs whenever roles differ. For whoever lets this catch up.
    long edition() {
        return edition;
    }

    /// The roles that are made of others.
    List<String> gatheringRoles() {
        List<String> names = new ArrayList<>();
        roles.forEach((key, role) -> {
            if (!role.gathers().isEmpty()) {
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
        List<Map<String, String>> gathers = new ArrayList<>();
        JsonArray selectors = object.array("aggregationRule", "clusterRoleSelectors");
        for (int i = 0; i < selectors.size(); i++) {
            gathers.add(selectors.object(i).object("matchLabels").texts());
        }
        roles.put(
                KubeObjects.key(object),
                new Role(
                        PolicyRule.of(object.array("rules")),
                        gathers,
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

    /// Whoever has it before and after has it all along, since others ask meanwhile.
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

    /// @param keeping who have it still
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
                    // Nobody is of another kind.
                }
            }
        }
        return List.copyOf(subjects);
    }

    /// The bindings that a user has in a namespace, or everywhere if that is empty.
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

    /// What a role allows; empty if there is no such role.
    ///
    /// @param namespace empty for a role of the cluster
    Optional<List<PolicyRule>> strategyOf(String namespace, String name) {
        Role role = roles.get(new ObjectKey(namespace, name));
        if (role == null) {
            return Optional.empty();
        }
        if (role.gathers().isEmpty()) {
            return Optional.of(role.rules());
        }
        List<PolicyRule> gathered = new ArrayList<>();
        gather(name, role, gathered, new ArrayList<>());
        return Optional.of(gathered);
    }

    /// All that the roles allow which it is made of.
    private void gather(String name, Role role, List<PolicyRule> into, List<String> seen) {
        if (seen.contains(name)) {
            return;
        }
        seen.add(name);
        if (role.gathers().isEmpty()) {
            into.addAll(role.rules());
            return;
        }
        roles.forEach((key, other) -> {
            boolean isPart = role.gathers().stream()
                    .anyMatch(labels -> other.labels().entrySet().containsAll(labels.entrySet()));
            if (key.namespace().isEmpty() && isPart) {
                gather(key.name(), other, into, seen);
            }
        });
    }
}
