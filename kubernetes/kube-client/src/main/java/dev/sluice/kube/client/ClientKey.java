package dev.sluice.kube.client;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;

/// The private key of a client certificate.
///
/// @param pem empty if there is none
record ClientKey(String pem) {
    /// The object identifier of elliptic curve keys in PKCS #8: 1.2.840.10045.2.1.
    private static final String ON_CURVE = "06072a8648ce3d0201";

    static ClientKey of(Config config) {
        String data = config.getClientKeyData();
        if (data != null) {
            // Kubeconfig files have base64; credential plugins return PEM.
            boolean isPem = data.stripLeading().startsWith("-----BEGIN");
            return new ClientKey(
                    isPem ? data : new String(Base64.getMimeDecoder().decode(data), StandardCharsets.UTF_8));
        }
        String file = config.getClientKeyFile();
        if (file == null) {
            return new ClientKey("");
        }
        try {
            return new ClientKey(Files.readString(Path.of(file)));
        } catch (IOException e) {
            throw new CredentialsException("client key (" + file + ") cannot be read: " + e.getMessage(), e);
        }
    }

    boolean isOnEllipticCurve() {
        if (pem.contains("BEGIN EC PRIVATE KEY")) {
            return true;
        }
        int begin = pem.indexOf("-----BEGIN PRIVATE KEY-----");
        if (begin < 0) {
            return false;
        }
        String body = pem.substring(pem.indexOf('\n', begin), pem.indexOf("-----END", begin));
        return HexFormat.of().formatHex(Base64.getMimeDecoder().decode(body)).contains(ON_CURVE);
    }
}
