package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.core.volume.VolumeSources;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Validates the security contexts of pods and containers.
final class SecurityContextValidation {
    private static final String ID_RANGE = "must be between 0 and " + Integer.MAX_VALUE + ", inclusive";

    private static final String SYSCTL = "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";
    private static final Pattern SYSCTL_PATTERN = Pattern.compile(SYSCTL);
    private static final int SYSCTL_LENGTH_MAX = 253;

    private static final List<String> PROFILES = List.of("Localhost", "RuntimeDefault", "Unconfined");

    private SecurityContextValidation() {}

    static void checkPod(JsonObject spec, String owner, ValidationErrors errors) {
        JsonObject context = spec.object("securityContext");
        boolean sharesProcesses = spec.isTrue("shareProcessNamespace");
        if (context.isEmpty() && !sharesProcesses) {
            return;
        }
        String field = owner + ".securityContext";
        for (String id : List.of("fsGroup", "runAsUser", "runAsGroup")) {
            checkId(context.get(id), field + "." + id, errors);
        }
        JsonArray groups = context.array("supplementalGroups");
        for (int i = 0; i < groups.size(); i++) {
            checkId(groups.get(i), field + ".supplementalGroups[" + i + "]", errors);
        }
        if (sharesProcesses && spec.isTrue("hostPID")) {
            errors.invalid(
                    field + ".shareProcessNamespace",
                    Json.of(true),
                    "ShareProcessNamespace and HostPID cannot both be enabled");
        }
        checkSysctls(context.array("sysctls"), spec, field + ".sysctls", errors);
        errors.oneOf(
                field + ".fsGroupChangePolicy",
                context.text("fsGroupChangePolicy"),
                false,
                List.of("Always", "OnRootMismatch"));
        checkSeccomp(context, field + ".seccompProfile", errors);
        checkAppArmor(context, field + ".appArmorProfile", errors);
        errors.oneOf(
                field + ".supplementalGroupsPolicy",
                context.text("supplementalGroupsPolicy"),
                false,
                List.of("Merge", "Strict"));
    }

    private static void checkSysctls(JsonArray settings, JsonObject spec, String field, ValidationErrors errors) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < settings.size(); i++) {
            String name = settings.object(i).text("name");
            String own = field + "[" + i + "].name";
            if (name.isEmpty()) {
                errors.required(own);
            } else if (name.length() > SYSCTL_LENGTH_MAX
                    || !SYSCTL_PATTERN.matcher(name).matches()) {
                errors.invalid(
                        own, name, "must have at most " + SYSCTL_LENGTH_MAX + " characters and match regex " + SYSCTL);
            } else if (names.contains(name)) {
                errors.duplicate(own, Json.of(name));
            }
            names.add(name);
            checkNamespace(name, spec, own, errors);
        }
    }

    /// A setting of a namespace that is the host's is the host's.
    private static void checkNamespace(String name, JsonObject spec, String field, ValidationErrors errors) {
        boolean isOfNetwork = name.startsWith("net.");
        boolean isOfIpc = name.startsWith("kernel.shm")
                || name.startsWith("kernel.msg")
                || name.startsWith("fs.mqueue.")
                || name.equals("kernel.sem");
        if (isOfNetwork && spec.isTrue("hostNetwork")) {
            errors.invalid(field, name, "may not be specified when 'hostNetwork' is true");
        } else if (isOfIpc && spec.isTrue("hostIPC")) {
            errors.invalid(field, name, "may not be specified when 'hostIPC' is true");
        }
    }

    /// @param isOfHost whether the pod's users are the host's
    static void checkContainer(JsonObject context, String field, boolean isOfHost, ValidationErrors errors) {
        for (String id : List.of("runAsUser", "runAsGroup")) {
            checkId(context.get(id), field + "." + id, errors);
        }
        String mount = context.text("procMount");
        errors.oneOf(field + ".procMount", mount, false, List.of("Default", "Unmasked"));
        if (mount.equals("Unmasked") && isOfHost) {
            errors.invalid(field + ".procMount", mount, "`hostUsers` must be false to use `Unmasked`");
        }
        checkSeccomp(context, field + ".seccompProfile", errors);
        boolean forbidsMore = Json.of(false).equals(context.get("allowPrivilegeEscalation"));
        if (forbidsMore && context.isTrue("privileged")) {
            errors.invalid(field, "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
        }
        boolean isAdmin = context.array("capabilities", "add").toList().contains(Json.of("CAP_SYS_ADMIN"));
        if (forbidsMore && isAdmin) {
            errors.invalid(
                    field, "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
        }
        checkAppArmor(context, field + ".appArmorProfile", errors);
    }

    private static void checkId(@Nullable Json id, String field, ValidationErrors errors) {
        long number = id instanceof JsonNumber given ? given.asDecimal().longValue() : 0;
        if (number < 0 || number > Integer.MAX_VALUE) {
            errors.invalid(field, id, ID_RANGE);
        }
    }

    private static void checkSeccomp(JsonObject context, String field, ValidationErrors errors) {
        if (!(context.get("seccompProfile") instanceof JsonObject profile)) {
            return;
        }
        String type = profile.text("type");
        if (type.isEmpty()) {
            errors.required(field + ".type", "type is required when seccompProfile is set");
        } else {
            errors.oneOf(field + ".type", type, false, PROFILES);
        }
        String own = field + ".localhostProfile";
        boolean isNamed = profile.has("localhostProfile");
        if (type.equals("Localhost")) {
            if (isNamed) {
                VolumeSources.checkRelative(profile.text("localhostProfile"), own, errors);
            } else {
                errors.required(own, "must be set when seccomp type is Localhost");
            }
        } else if (isNamed) {
            errors.invalid(own, "can only be set when seccomp type is Localhost");
        }
    }

    private static void checkAppArmor(JsonObject context, String field, ValidationErrors errors) {
        if (!(context.get("appArmorProfile") instanceof JsonObject profile)) {
            return;
        }
        String own = field + ".localhostProfile";
        String name = profile.text("localhostProfile");
        switch (profile.text("type")) {
            case "Localhost" -> {
                if (!name.strip().equals(name)) {
                    errors.invalid(own, name, "must not be padded with whitespace");
                } else if (name.isEmpty()) {
                    errors.required(own, "must be set when AppArmor type is Localhost");
                }
            }
            case "RuntimeDefault", "Unconfined" -> {
                if (profile.has("localhostProfile")) {
                    errors.invalid(own, name, "can only be set when AppArmor type is Localhost");
                }
            }
            case "" -> errors.required(field + ".type", "type is required when appArmorProfile is set");
            case String odd -> errors.unsupported(field + ".type", Json.of(odd), PROFILES);
        }
    }
}
