package dev.sluice.kube.apiserver.access;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The credentials of a request.
///
/// @param isSecure whether it came over TLS
/// @param authorization the header; empty if there is none
/// @param headers the `Impersonate-` headers, in lower case
public record RequestCredentials(
        boolean isSecure,
        Optional<X509Certificate> certificate,
        String authorization,
        Map<String, List<String>> headers) {}
