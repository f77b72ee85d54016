package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// A continue token, in the real server's format.
///
/// @param version the resource version of the list; [#LATEST] if the rest may be of any version
/// @param last the last object of the previous page
record PageToken(long version, ObjectKey last) {
    static final long LATEST = -1;

    private static final String END = "unexpected end of JSON input";
    private static final int ASCII_END = 0x7f;

    private static final String FORM = "meta.k8s.io/v1";

    /// @param namespace of the list; empty for all
    String text(String namespace) {
        String start = namespace.isEmpty() ? last.toString() : "/" + last.name();
        JsonObject token = JsonObject.builder()
                .put("v", FORM)
                .put("rv", version)
                .put("start", start + '\0')
                .build();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(JsonText.writeBytes(token));
    }

    static PageToken parse(String text, String namespace) {
        String problem = "(" + text + ")";
        try {
            byte[] plain = Base64.getUrlDecoder().decode(text);
            problem = plain.length == 0 ? END : plain[0] == '{' ? problem : notJson(plain[0] & 0xff);
            if (JsonText.read(new String(plain, StandardCharsets.UTF_8)) instanceof JsonObject token
                    && token.text("v").equals(FORM)) {
                return new PageToken(token.number(LATEST, "rv"), key(token.text("start"), namespace));
            }
        } catch (IllegalArgumentException | JsonSyntaxException e) {
            // Told below, with what was given.
        }
        throw ApiStatus.badRequest("invalid continue token: continue key is not valid: " + problem);
    }

    /// As Go says it.
    private static String notJson(int first) {
        boolean isPlain = first > ' ' && first < ASCII_END;
        String shown = isPlain ? Character.toString(first) : "\\u%04x".formatted(first);
        return "invalid character '" + shown + "' looking for beginning of value";
    }

    private static ObjectKey key(String start, String namespace) {
        String path = start.replace("\0", "");
        int slash = path.indexOf('/');
        String name = path.substring(slash + 1);
        return new ObjectKey(namespace.isEmpty() ? path.substring(0, Math.max(0, slash)) : namespace, name);
    }
}
