package dev.sluice.kube.certificate;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;

/// Keys on the curve P-256, which all clients support, and their signatures.
public final class Keys {
    private Keys() {}

    public static KeyPair generate() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no P-256 keys", e);
        }
    }

    static byte[] sign(PrivateKey key, byte[] what) {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(key);
            signature.update(what);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot sign by ECDSA", e);
        }
    }
}
