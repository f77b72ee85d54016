package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Where the next page of a list begins.
///
/// @param version the moment at which the list began
/// @param last the last object of the page before
record PageToken(long version, ObjectKey last) {

    String text() {
        String plain = version + "\n" + last.namespace() + "\n" + last.name();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }

    static PageToken parse(String text) {
        try {
            String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            String[] parts = plain.split("\n", -1);
            if (parts.length == 3) {
                return new PageToken(Long.parseLong(parts[0]), new ObjectKey(parts[1], parts[2]));
            }
        } catch (IllegalArgumentException e) {
            // Told below, with what was given.
        }
        throw ApiStatus.badRequest("continue key is not valid: (" + text + ")");
    }
}
