package dev.sluice.kube.schema;

import dev.sluice.kube.port.ResourceType;
import java.util.List;
import java.util.Optional;

/// A resource that is served, with all that discovery tells of it.
///
/// @param singular for people, in small letters
/// @param categories such as `all`
/// @param storageHash of the version that the real server stores; empty if it stores none
public record ServedType(
        ResourceType type,
        String singular,
        List<String> shortNames,
        List<String> categories,
        List<String> verbs,
        String storageHash,
        List<Subresource> subresources) {

    /// What can be asked of an object beyond the object itself.
    ///
    /// @param apiVersion of what is sent and answered
    public record Subresource(String name, String apiVersion, String kind, List<String> verbs) {
        public Subresource {
            verbs = List.copyOf(verbs);
        }
    }

    public ServedType {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
        verbs = List.copyOf(verbs);
        subresources = List.copyOf(subresources);
    }

    public String listKind() {
        return type.kind() + "List";
    }

    public boolean allows(String verb) {
        return verbs.contains(verb);
    }

    public Optional<Subresource> subresource(String name) {
        return subresources.stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
