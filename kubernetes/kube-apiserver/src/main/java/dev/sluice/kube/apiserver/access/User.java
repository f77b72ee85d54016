package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// An authenticated user.
///
/// @param uid may be empty
/// @param extra further attributes, by key
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    public static final String MASTERS = "system:masters";
    public static final String AUTHENTICATED = "system:authenticated";
    public static final String UNAUTHENTICATED = "system:unauthenticated";
    public static final String SERVICE_ACCOUNT = "system:serviceaccount:";

    /// The user of requests within this process, and on the plain port.
    public static final User ADMIN = new User("system:admin", "", List.of(MASTERS, AUTHENTICATED), Map.of());

    public static final User ANONYMOUS = new User("system:anonymous", "", List.of(UNAUTHENTICATED), Map.of());

    public User {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    public static User of(String name, List<String> groups) {
        return new User(name, "", groups, Map.of());
    }

    /// Returns the user with the group `system:authenticated`.
    User authenticated() {
        if (groups.contains(AUTHENTICATED) || name.equals(ANONYMOUS.name)) {
            return this;
        }
        List<String> all = new ArrayList<>(groups);
        all.add(AUTHENTICATED);
        return new User(name, uid, all, extra);
    }

    boolean isMaster() {
        return groups.contains(MASTERS);
    }

    /// Returns the UserInfo of reviews.
    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder().put("username", name);
        if (!uid.isEmpty()) {
            json.put("uid", uid);
        }
        if (!groups.isEmpty()) {
            json.put("groups", texts(groups));
        }
        if (!extra.isEmpty()) {
            JsonObject.Builder more = JsonObject.builder();
            new TreeMap<>(extra).forEach((key, values) -> more.put(key, texts(values)));
            json.put("extra", more.build());
        }
        return json.build();
    }

    static JsonArray texts(List<String> texts) {
        return JsonArray.of(texts.stream().map(Json::of).toList());
    }
}
