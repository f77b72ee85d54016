package dev.sluice.kube.apiserver.access;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What somebody shows of himself with a request.
///
/// @param isSecure whether it came by TLS
/// @param authorization the header, empty if there is none
/// @param headers those that begin with `Impersonate-`, in small letters
public record RequestCredentials(
        boolean isSecure,
        Optional<X509Certificate> certificate,
        String authorization,
        Map<String, List<String>> headers) {}
