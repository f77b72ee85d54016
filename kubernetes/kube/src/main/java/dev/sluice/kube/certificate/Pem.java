package dev.sluice.kube.certificate;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads certificates and keys as text (RFC 7468).
public final class Pem {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----([^-]*)-----END \\1-----");

    private Pem() {}

    /// Returns the certificates, in order.
    ///
    /// @throws GeneralSecurityException if there is none, or one is malformed
    public static List<X509Certificate> certificates(String text) throws GeneralSecurityException {
        List<X509Certificate> all = new ArrayList<>();
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        for (Certificate each :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes))) {
            all.add((X509Certificate) each);
        }
        if (all.isEmpty()) {
            throw new CertificateException("no certificate in it");
        }
        return all;
    }

    /// Returns a certificate's private key. Besides PKCS #8 it may have the older forms, which OpenSSL and
    /// cert-manager write unless told otherwise.
    ///
    /// @throws GeneralSecurityException if there is none, or it is malformed
    public static PrivateKey key(String text, X509Certificate certificate) throws GeneralSecurityException {
        Matcher found = KEY.matcher(text);
        if (!found.find()) {
            throw new GeneralSecurityException("no private key in it");
        }
        byte[] content;
        try {
            content = Base64.getMimeDecoder().decode(found.group(2));
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("the private key is not in base 64", e);
        }
        PublicKey sibling = certificate.getPublicKey();
        byte[] encoded = found.group(1).equals("PRIVATE KEY") ? content : wrapped(content, sibling);
        return KeyFactory.getInstance(sibling.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    /// PKCS #8 puts the kind of key in front of the older form. The public key begins with the same description.
    private static byte[] wrapped(byte[] content, PublicKey sibling) {
        byte[] encoded = sibling.getEncoded();
        int start = contentStart(encoded, 0);
        byte[] algorithm = Arrays.copyOfRange(encoded, start, elementEnd(encoded, start));
        return Der.sequence(Der.integer(BigInteger.ZERO), algorithm, Der.octets(content));
    }

    /// Returns where the content of the DER element at an index begins.
    private static int contentStart(byte[] der, int at) {
        int length = der[at + 1] & 0xff;
        return at + 2 + (length < 0x80 ? 0 : length & 0x7f);
    }

    private static int elementEnd(byte[] der, int at) {
        int start = contentStart(der, at);
        int length = der[at + 1] & 0xff;
        if (length >= 0x80) {
            length = 0;
            for (int i = at + 2; i < start; i++) {
                length = (length << 8) | (der[i] & 0xff);
            }
        }
        return start + length;
    }
}
