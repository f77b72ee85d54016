package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// As whom a pod and its containers run.
final class SecurityChecks {
    private static final String ID_RANGE = "must be between 0 and " + Integer.MAX_VALUE + ", inclusive";

    private static final String SYSCTL = "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";
    private static final Pattern SYSCTL_PATTERN = Pattern.compile(SYSCTL);
    private static final int SYSCTL_LENGTH_MAX = 253;

    private static final List<String> PROFILES = List.of("Localhost", "RuntimeDefault", "Unconfined");

    private SecurityChecks() {}

    static void checkPod(JsonObject spec, String owner, Flaws flaws) {
        JsonObject context = spec.object("securityContext");
        boolean sharesProcesses = spec.isTrue("shareProcessNamespace");
        if (context.isEmpty() && !sharesProcesses) {
            return;
        }
        String field = owner + ".securityContext";
        for (String id : List.of("fsGroup", "runAsUser", "runAsGroup")) {
            checkId(context.get(id), field + "." + id, flaws);
        }
        JsonArray groups = context.array("supplementalGroups");
        for (int i = 0; i < groups.size(); i++) {
            checkId(groups.get(i), field + ".supplementalGroups[" + i + "]", flaws);
        }
        if (sharesProcesses && spec.isTrue("hostPID")) {
            flaws.invalid(
                    field + ".shareProcessNamespace",
                    Json.of(true),
                    "ShareProcessNamespace and HostPID cannot both be enabled");
        }
        checkSysctls(context.array("sysctls"), spec, field + ".sysctls", flaws);
        flaws.oneOf(
                field + ".fsGroupChangePolicy",
                context.text("fsGroupChangePolicy"),
                false,
                List.of("Always", "OnRootMismatch"));
        checkSeccomp(context, field + ".seccompProfile", flaws);
        checkAppArmor(context, field + ".appArmorProfile", flaws);
        flaws.oneOf(
                field + ".supplementalGroupsPolicy",
                context.text("supplementalGroupsPolicy"),
                false,
                List.of("Merge", "Strict"));
    }

    private static void checkSysctls(JsonArray settings, JsonObject spec, String field, Flaws flaws) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < settings.size(); i++) {
            String name = settings.object(i).text("name");
            String own = field + "[" + i + "].name";
            if (name.isEmpty()) {
                flaws.required(own);
            } else if (name.length() > SYSCTL_LENGTH_MAX
                    || !SYSCTL_PATTERN.matcher(name).matches()) {
                flaws.invalid(
                        own, name, "must have at most " + SYSCTL_LENGTH_MAX + " characters and match regex " + SYSCTL);
            } else if (names.contains(name)) {
                flaws.duplicate(own, Json.of(name));
            }
            names.add(name);
            checkNamespace(name, spec, own, flaws);
        }
    }

    /// A setting of a namespace that is the host's is the host's.
    private static void checkNamespace(String name, JsonObject spec, String field, Flaws flaws) {
        boolean isOfNetwork = name.startsWith("net.");
        boolean isOfIpc = name.startsWith("kernel.shm")
                || name.startsWith("kernel.msg")
                || name.startsWith("fs.mqueue.")
                || name.equals("kernel.sem");
        if (isOfNetwork && spec.isTrue("hostNetwork")) {
            flaws.invalid(field, name, "may not be specified when 'hostNetwork' is true");
        } else if (isOfIpc && spec.isTrue("hostIPC")) {
            flaws.invalid(field, name, "may not be specified when 'hostIPC' is true");
        }
    }

    /// @param isOfHost whether the pod's users are the host's
    static void checkContainer(JsonObject context, String field, boolean isOfHost, Flaws flaws) {
        for (String id : List.of("runAsUser", "runAsGroup")) {
            checkId(context.get(id), field + "." + id, flaws);
        }
        String mount = context.text("procMount");
        flaws.oneOf(field + ".procMount", mount, false, List.of("Default", "Unmasked"));
        if (mount.equals("Unmasked") && isOfHost) {
            flaws.invalid(field + ".procMount", mount, "`hostUsers` must be false to use `Unmasked`");
        }
        checkSeccomp(context, field + ".seccompProfile", flaws);
        boolean forbidsMore = Json.of(false).equals(context.get("allowPrivilegeEscalation"));
        if (forbidsMore && context.isTrue("privileged")) {
            flaws.invalid(
                    field, shown(context), "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
        }
        boolean isAdmin = context.array("capabilities", "add").toList().contains(Json.of("CAP_SYS_ADMIN"));
        if (forbidsMore && isAdmin) {
            flaws.invalid(
                    field,
                    shown(context),
                    "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
        }
        checkAppArmor(context, field + ".appArmorProfile", flaws);
    }

    private static JsonObject shown(JsonObject context) {
        return GoStructs.of("core.SecurityContext", context);
    }

    private static void checkId(@Nullable Json id, String field, Flaws flaws) {
        long number = id instanceof JsonNumber given ? given.asDecimal().longValue() : 0;
        if (number < 0 || number > Integer.MAX_VALUE) {
            flaws.invalid(field, id, ID_RANGE);
        }
    }

    private static void checkSeccomp(JsonObject context, String field, Flaws flaws) {
        if (!(context.get("seccompProfile") instanceof JsonObject profile)) {
            return;
        }
        String type = profile.text("type");
        if (type.isEmpty()) {
            flaws.required(field + ".type", "type is required when seccompProfile is set");
        } else {
            flaws.oneOf(field + ".type", type, false, PROFILES);
        }
        String own = field + ".localhostProfile";
        boolean isNamed = profile.has("localhostProfile");
        if (type.equals("Localhost")) {
            if (isNamed) {
                VolumeSources.checkRelative(profile.text("localhostProfile"), own, flaws);
            } else {
                flaws.required(own, "must be set when seccomp type is Localhost");
            }
        } else if (isNamed) {
            flaws.invalid(
                    own,
                    GoStructs.of("core.SeccompProfile", profile),
                    "can only be set when seccomp type is Localhost");
        }
    }

    private static void checkAppArmor(JsonObject context, String field, Flaws flaws) {
        if (!(context.get("appArmorProfile") instanceof JsonObject profile)) {
            return;
        }
        String own = field + ".localhostProfile";
        String name = profile.text("localhostProfile");
        switch (profile.text("type")) {
            case "Localhost" -> {
                if (!name.strip().equals(name)) {
                    flaws.invalid(own, name, "must not be padded with whitespace");
                } else if (name.isEmpty()) {
                    flaws.required(own, "must be set when AppArmor type is Localhost");
                }
            }
            case "RuntimeDefault", "Unconfined" -> {
                if (profile.has("localhostProfile")) {
                    flaws.invalid(own, name, "can only be set when AppArmor type is Localhost");
                }
            }
            case "" -> flaws.required(field + ".type", "type is required when appArmorProfile is set");
            case String odd -> flaws.unsupported(field + ".type", Json.of(odd), PROFILES);
        }
    }
}
