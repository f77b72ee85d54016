package dev.sluice.benchmarks.apiserver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// The server's address and the administrator's credentials, from a file of one cluster and one user.
public record Kubeconfig(URI server, SSLContext tls) {
    private static final char[] NO_PASSWORD = new char[0];

    public static Kubeconfig read(Path file) {
        try {
            String text = Files.readString(file);
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, NO_PASSWORD);
            Certificate certificate = certificate(data(text, "client-certificate-data"));
            own.setKeyEntry("client", key(data(text, "client-key-data")), NO_PASSWORD, new Certificate[] {certificate});
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(own, NO_PASSWORD);
            KeyStore known = KeyStore.getInstance("PKCS12");
            known.load(null, NO_PASSWORD);
            known.setCertificateEntry("authority", certificate(data(text, "certificate-authority-data")));
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(known);
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return new Kubeconfig(URI.create(value(text, "server")), tls);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("kubeconfig (" + file + ") cannot be used", e);
        }
    }

    private static String value(String text, String name) {
        Matcher matcher = Pattern.compile("\\b" + name + ": *\"?([^\"\\s]+)").matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("the kubeconfig has no (" + name + ")");
        }
        return matcher.group(1);
    }

    private static byte[] data(String text, String name) {
        return Base64.getDecoder().decode(value(text, name));
    }

    private static Certificate certificate(byte[] pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
    }

    private static PrivateKey key(byte[] pem) throws GeneralSecurityException {
        String body = new String(pem, StandardCharsets.US_ASCII).replaceAll("-----[^-]+-----", "");
        PKCS8EncodedKeySpec spec =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body));
        return KeyFactory.getInstance("EC").generatePrivate(spec);
    }
}
