package dev.sluice.server;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.certificate.Authority;
import dev.sluice.kube.certificate.Pem;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.server.client.ServerAddress;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;

/// Keeps the webhook's CA in a Secret, so that a server that is restarted has the one that API servers trust.
///
/// A server that may not use the Secret has its CA in memory only. What is wrong is logged once.
final class AuthoritySecret {
    /// As in `deploy/rbac.yaml`.
    static final ObjectKey KEY = new ObjectKey(ServerAddress.NAMESPACE, "sluice-ca");

    private static final String CERTIFICATE = "tls.crt";
    private static final String PRIVATE_KEY = "tls.key";
    private static final WriteOptions OPTIONS = new WriteOptions(false, "sluice", WriteOptions.Validation.IGNORE);
    private static final int NOT_FOUND = 404;
    private static final Logger LOGGER = System.getLogger(AuthoritySecret.class.getName());

    private final Kube kube;
    private String lastProblem = "";

    AuthoritySecret(Kube kube) {
        this.kube = kube;
    }

    /// Returns the CA; empty if there is none, or it cannot be read.
    Optional<Authority> read() {
        try {
            JsonObject data = kube.get(KubeTypes.SECRETS, KEY).object("data");
            // The manifest has an empty Secret.
            return data.has(CERTIFICATE) ? Optional.of(authority(data)) : Optional.empty();
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                warn("cannot be read", e);
            }
        } catch (UncheckedIOException e) {
            warn("cannot be read", e);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            warn("has no valid CA, and gets another one", e);
        }
        return Optional.empty();
    }

    private static Authority authority(JsonObject data) throws GeneralSecurityException {
        var certificate = Pem.certificates(decoded(data, CERTIFICATE)).getFirst();
        return Authority.of(Pem.key(decoded(data, PRIVATE_KEY), certificate), certificate);
    }

    private static String decoded(JsonObject data, String field) {
        return new String(Base64.getDecoder().decode(data.text(field)), StandardCharsets.US_ASCII);
    }

    /// Writes the CA.
    ///
    /// @return whether it is kept
    boolean write(Authority authority) {
        JsonObject data = JsonObject.EMPTY
                .with(CERTIFICATE, encoded(authority.certificatePem()))
                .with(PRIVATE_KEY, encoded(authority.keyPem()));
        JsonObject secret = JsonObject.of("data", data);
        try {
            kube.patch(KubeTypes.SECRETS, KEY, "", Patch.merge(secret), OPTIONS);
        } catch (ApiException e) {
            return e.code() == NOT_FOUND ? create(secret) : isNotKept(e);
        } catch (UncheckedIOException e) {
            return isNotKept(e);
        }
        lastProblem = "";
        return true;
    }

    private boolean create(JsonObject secret) {
        JsonObject metadata = JsonObject.EMPTY.with("name", KEY.name());
        try {
            kube.create(KubeTypes.SECRETS, KEY.namespace(), secret.with("metadata", metadata), OPTIONS);
        } catch (ApiException | UncheckedIOException e) {
            return isNotKept(e);
        }
        lastProblem = "";
        return true;
    }

    private boolean isNotKept(RuntimeException e) {
        warn("cannot be written, so a restarted server will have another CA", e);
        return false;
    }

    private void warn(String what, Exception e) {
        String problem = "Secret " + KEY + " " + what + ": " + e.getMessage();
        if (!problem.equals(lastProblem)) {
            lastProblem = problem;
            LOGGER.log(Level.WARNING, problem);
        }
    }

    private static String encoded(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
    }
}
