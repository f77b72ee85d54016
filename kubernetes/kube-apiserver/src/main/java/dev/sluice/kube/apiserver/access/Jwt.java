package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.certificate.Keys;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.Base64;
import java.util.Optional;

/// Signs and verifies tokens (RFC 7519, ES256).
final class Jwt {
    private static final String ALGORITHM = "SHA256withECDSAinP1363Format";
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final KeyPair keys = Keys.generate();
    private final String header = encoded(
            JsonObject.builder().put("alg", "ES256").put("kid", keyId(keys)).build());

    String sign(JsonObject claims) {
        String content = header + "." + encoded(claims);
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(keys.getPrivate());
            signature.update(content.getBytes(StandardCharsets.US_ASCII));
            return content + "." + ENCODER.encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot sign by ES256", e);
        }
    }

    /// Returns the claims of a token with a valid signature.
    Optional<JsonObject> read(String token) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != 3 || !parts[0].equals(header)) {
            return Optional.empty();
        }
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(keys.getPublic());
            signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
            boolean isOurs = signature.verify(Base64.getUrlDecoder().decode(parts[2]));
            return isOurs && JsonText.read(Base64.getUrlDecoder().decode(parts[1])) instanceof JsonObject claims
                    ? Optional.of(claims)
                    : Optional.empty();
        } catch (GeneralSecurityException | IllegalArgumentException | JsonSyntaxException e) {
            // Not signed with this key.
            return Optional.empty();
        }
    }

    private static String encoded(JsonObject part) {
        return ENCODER.encodeToString(JsonText.writeBytes(part));
    }

    private static String keyId(KeyPair keys) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(keys.getPublic().getEncoded());
            return ENCODER.encodeToString(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
