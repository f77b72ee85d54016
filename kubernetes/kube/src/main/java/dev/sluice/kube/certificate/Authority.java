package dev.sluice.kube.certificate;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A certificate authority of the program's own.
public final class Authority {
    /// The latest moment that X.509 allows.
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private static final String COMMON_NAME = "2.5.4.3";
    private static final String ORGANIZATION = "2.5.4.10";
    private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));

    private static final String KEY_USAGE = "2.5.29.15";
    private static final String OTHER_NAMES = "2.5.29.17";
    private static final String CONSTRAINTS = "2.5.29.19";
    private static final String AUTHORITY_KEY = "2.5.29.35";
    private static final String SUBJECT_KEY = "2.5.29.14";
    private static final String PURPOSES = "2.5.29.37";
    private static final String FOR_SERVERS = "1.3.6.1.5.5.7.3.1";
    private static final String FOR_CLIENTS = "1.3.6.1.5.5.7.3.2";

    /// The tag of a DNS name in subject alternative names.
    private static final int DNS = 2;

    private static final int ADDRESS = 7;

    private static final byte[] NAME = Der.sequence(attribute(COMMON_NAME, "sluice-ca"));

    private final KeyPair keys;
    private final Instant from;
    private final Instant until;
    private final X509Certificate certificate;

    private Authority(Instant from, Instant until) {
        this.from = from;
        this.until = until;
        keys = Keys.generate();
        byte[] signing = {0x06}; // keyCertSign and cRLSign
        certificate = sign(
                NAME,
                keys.getPublic(),
                List.of(
                        extension(CONSTRAINTS, true, Der.sequence(Der.yes())),
                        extension(KEY_USAGE, true, Der.bits(signing, 1))));
    }

    private Authority(KeyPair keys, X509Certificate certificate) {
        this.from = certificate.getNotBefore().toInstant();
        this.until = certificate.getNotAfter().toInstant();
        this.keys = keys;
        this.certificate = certificate;
    }

    /// Returns an authority that was generated earlier.
    ///
    /// @throws GeneralSecurityException if the certificate is none of ours, or has another key
    public static Authority of(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
        boolean isOurs =
                Arrays.equals(NAME, certificate.getSubjectX500Principal().getEncoded())
                        && key.getAlgorithm().equals("EC");
        if (!isOurs) {
            throw new CertificateException("no authority of ours");
        }
        certificate.verify(certificate.getPublicKey());
        Authority authority = new Authority(new KeyPair(certificate.getPublicKey(), key), certificate);
        authority.client("check", List.of()).certificate().verify(certificate.getPublicKey());
        return authority;
    }

    /// Creates an authority whose certificates have the longest validity that there is, since virtual time may be at
    /// any date.
    public static Authority generate() {
        return generate(Instant.EPOCH, LATEST);
    }

    /// Creates an authority whose certificates, its own among them, are valid for this time.
    public static Authority generate(Instant from, Instant until) {
        return new Authority(from, until);
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public String certificatePem() {
        return Identity.pem(certificate);
    }

    /// Returns the private key. It must be kept secret: certificates that it signs are trusted.
    public String keyPem() {
        return new Identity(keys.getPrivate(), certificate).keyPem();
    }

    /// Issues a server certificate for these names and addresses.
    public Identity server(List<String> names, List<InetAddress> addresses) {
        List<byte[]> others = new ArrayList<>();
        for (String each : names) {
            others.add(Der.context(DNS, false, each.getBytes(StandardCharsets.US_ASCII)));
        }
        for (InetAddress each : addresses) {
            others.add(Der.context(ADDRESS, false, each.getAddress()));
        }
        byte[] alternatives = Der.sequence(others.toArray(new byte[0][]));
        return issue(
                Der.sequence(attribute(COMMON_NAME, names.getFirst())),
                FOR_SERVERS,
                List.of(extension(OTHER_NAMES, false, alternatives)));
    }

    /// Issues a client certificate with the user as CN and the groups as O.
    public Identity client(String user, List<String> groups) {
        List<byte[]> parts = new ArrayList<>();
        for (String group : groups) {
            parts.add(attribute(ORGANIZATION, group));
        }
        parts.add(attribute(COMMON_NAME, user));
        return issue(Der.sequence(parts.toArray(new byte[0][])), FOR_CLIENTS, List.of());
    }

    private Identity issue(byte[] subject, String purpose, List<byte[]> more) {
        KeyPair own = Keys.generate();
        byte[] signing = {(byte) 0x80}; // digitalSignature
        List<byte[]> extensions = new ArrayList<>(List.of(
                extension(KEY_USAGE, true, Der.bits(signing, 7)),
                extension(PURPOSES, false, Der.sequence(Der.identifier(purpose))),
                extension(CONSTRAINTS, true, Der.sequence())));
        extensions.addAll(more);
        return new Identity(own.getPrivate(), sign(subject, own.getPublic(), extensions));
    }

    private X509Certificate sign(byte[] subject, PublicKey key, List<byte[]> more) {
        List<byte[]> extensions = new ArrayList<>(more);
        extensions.add(extension(SUBJECT_KEY, false, Der.octets(fingerprint(key))));
        extensions.add(
                extension(AUTHORITY_KEY, false, Der.sequence(Der.context(0, false, fingerprint(keys.getPublic())))));
        byte[] toBeSigned = Der.sequence(
                Der.context(0, true, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(1, fingerprint(key))),
                ECDSA_WITH_SHA256,
                NAME,
                Der.sequence(Der.time(from), Der.time(until)),
                subject,
                key.getEncoded(),
                Der.context(3, true, Der.sequence(extensions.toArray(new byte[0][]))));
        byte[] signature = Keys.sign(keys.getPrivate(), toBeSigned);
        byte[] encoded = Der.sequence(toBeSigned, ECDSA_WITH_SHA256, Der.bits(signature, 0));
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate of ours cannot be read", e);
        }
    }

    private static byte[] attribute(String type, String value) {
        return Der.set(Der.sequence(Der.identifier(type), Der.text(value)));
    }

    private static byte[] extension(String type, boolean isCritical, byte[] value) {
        byte[] content = Der.octets(value);
        return isCritical
                ? Der.sequence(Der.identifier(type), Der.yes(), content)
                : Der.sequence(Der.identifier(type), content);
    }

    /// Identifies a key; also the serial number of its certificate, as each has its own key.
    private static byte[] fingerprint(PublicKey key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
            return Arrays.copyOf(hash, 20);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
