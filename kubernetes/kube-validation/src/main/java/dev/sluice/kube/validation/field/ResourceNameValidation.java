package dev.sluice.kube.validation.field;

import dev.sluice.kube.names.NameValidation;
import java.util.List;
import java.util.Set;

/// Validates names of resources such as `cpu` and `example.com/gpu`.
public final class ResourceNameValidation {
    private static final String PAGES = "hugepages-";

    /// Without a domain in front, a container may ask for these only, and for pages.
    private static final Set<String> STANDARD = Set.of("cpu", "memory", "ephemeral-storage");

    private static final Set<String> STANDARD_ELSEWHERE =
            Set.of("pods", "services", "storage", "secrets", "configmaps", "resourcequotas", "persistentvolumeclaims");

    private ResourceNameValidation() {}

    /// Whether a container may ask for the resource by this short name.
    public static boolean isStandard(String name) {
        return STANDARD.contains(name);
    }

    /// Whether a container can ask for it.
    public static void validate(String name, String field, ValidationErrors errors) {
        List<String> problems = NameValidation.qualifiedName(name);
        errors.names(field, name, problems);
        boolean isPages = name.startsWith(PAGES);
        if (!name.contains("/") && !STANDARD.contains(name) && !isPages) {
            if (problems.isEmpty() && !STANDARD_ELSEWHERE.contains(name)) {
                errors.invalid(field, name, "must be a standard resource type or fully qualified");
            }
            errors.invalid(field, name, "must be a standard resource for containers");
        }
    }
}
