package dev.sluice.kube.certificate;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;

/// A private key and its certificate.
public record Identity(PrivateKey key, X509Certificate certificate) {
    private static final int PEM_LINE_LENGTH = 64;

    public String certificatePem() {
        return pem(certificate);
    }

    public String keyPem() {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    static String pem(X509Certificate certificate) {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate of ours has no encoding", e);
        }
    }

    private static String pem(String what, byte[] content) {
        byte[] newLine = "\n".getBytes(StandardCharsets.US_ASCII);
        String text = Base64.getMimeEncoder(PEM_LINE_LENGTH, newLine).encodeToString(content);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }
}
