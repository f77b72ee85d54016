package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.apiserver.tls.ServerTls;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.jspecify.annotations.Nullable;

/// Authenticates requests by client certificate or token, and handles impersonation.
public final class Authenticator {
    private static final String USER = "impersonate-user";
    private static final String UID = "impersonate-uid";
    private static final String GROUP = "impersonate-group";
    private static final String EXTRA = "impersonate-extra-";
    private static final String AUTHENTICATION = "authentication.k8s.io";

    /// More than a cluster has clients at a time; further certificates are verified on each request.
    private static final int CLIENTS_MAX = 1024;

    private final @Nullable X509Certificate authority;

    /// Users by verified certificate: a client sends thousands of requests with the same one, and verifying its
    /// signature takes longer than the rest of a request.
    private final Map<X509Certificate, User> clients = new ConcurrentHashMap<>();

    private final ServiceAccountTokens tokens;
    private final Map<String, User> staticTokens;
    private final Authorizer authorizer;

    /// @param authority signs client certificates; null if none are accepted
    /// @param staticTokens tokens that never expire
    public Authenticator(
            @Nullable X509Certificate authority,
            ServiceAccountTokens tokens,
            Map<String, User> staticTokens,
            Authorizer authorizer) {
        this.authority = authority;
        this.tokens = tokens;
        this.staticTokens = Map.copyOf(staticTokens);
        this.authorizer = authorizer;
    }

    /// Returns the user of a request; throws 401 if its credentials are invalid.
    public User userOf(RequestCredentials shown) {
        User self = own(shown);
        return shown.headers().isEmpty() ? self : impersonated(self, shown.headers());
    }

    private User own(RequestCredentials shown) {
        Optional<User> byCertificate = shown.certificate().map(this::byCertificate);
        if (byCertificate.isPresent()) {
            return byCertificate.get().authenticated();
        }
        String[] words = shown.authorization().split(" ", 3);
        if (words.length >= 2 && words[0].equalsIgnoreCase("Bearer") && !words[1].isEmpty()) {
            User known = staticTokens.get(words[1]);
            return (known != null ? known : tokens.user(words[1]).orElseThrow(Authenticator::unauthorized))
                    .authenticated();
        }
        // The plain port is only reachable from this machine, and its clients are trusted.
        return shown.isSecure() ? User.ANONYMOUS : User.ADMIN;
    }

    private User byCertificate(X509Certificate certificate) {
        User known = clients.get(certificate);
        if (known != null) {
            return known;
        }
        User user = shownBy(certificate);
        if (clients.size() >= CLIENTS_MAX) {
            clients.clear();
        }
        clients.put(certificate, user);
        return user;
    }

    private User shownBy(X509Certificate certificate) {
        if (authority == null || !ServerTls.isClient(certificate, authority)) {
            throw unauthorized();
        }
        try {
            String name = "";
            List<String> groups = new ArrayList<>();
            for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    name = part.getValue().toString();
                } else if (part.getType().equalsIgnoreCase("O")) {
                    groups.add(part.getValue().toString());
                }
            }
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
            String credential = "X509SHA256=" + HexFormat.of().formatHex(hash);
            return new User(
                    name, "", groups, Map.of("authentication.kubernetes.io/credential-id", List.of(credential)));
        } catch (InvalidNameException | GeneralSecurityException e) {
            throw unauthorized();
        }
    }

    private User impersonated(User self, Map<String, List<String>> headers) {
        String name = headers.getOrDefault(USER, List.of("")).getFirst();
        List<String> groups = headers.getOrDefault(GROUP, List.of());
        String uid = headers.getOrDefault(UID, List.of("")).getFirst();
        Map<String, List<String>> extra = new TreeMap<>();
        headers.forEach((header, values) -> {
            if (header.startsWith(EXTRA)) {
                extra.put(
                        URLDecoder.decode(header.substring(EXTRA.length()).replace("+", "%2B"), StandardCharsets.UTF_8),
                        values);
            }
        });
        if (name.isEmpty()) {
            throw ApiStatus.internal("requested %s without impersonating a user".formatted(wishes(groups, uid, extra)));
        }
        mayBe(self, name, groups, uid, extra);
        List<String> all = new ArrayList<>(groups);
        if (groups.isEmpty()) {
            all.addAll(ServiceAccountTokens.groupsOf(name));
        }
        boolean isKnown = all.contains(User.AUTHENTICATED) || all.contains(User.UNAUTHENTICATED);
        if (!isKnown) {
            all.add(name.equals(User.ANONYMOUS.name()) ? User.UNAUTHENTICATED : User.AUTHENTICATED);
        }
        return new User(name, uid, all, extra);
    }

    private static String wishes(List<String> groups, String uid, Map<String, List<String>> extra) {
        List<String> wishes = new ArrayList<>();
        groups.forEach(group -> wishes.add("{Group   " + group + "    }"));
        extra.forEach((key, values) -> values.forEach(value -> wishes.add(key + "=" + value)));
        if (!uid.isEmpty()) {
            wishes.add(uid);
        }
        return "[" + String.join(" ", wishes) + "]";
    }

    private void mayBe(User self, String name, List<String> groups, String uid, Map<String, List<String>> extra) {
        boolean isAccount = !ServiceAccountTokens.groupsOf(name).isEmpty();
        if (isAccount) {
            String[] parts = name.split(":", -1);
            may(self, new RequestAttributes("impersonate", parts[2], "", "v1", "serviceaccounts", "", parts[3], ""));
        } else {
            may(self, new RequestAttributes("impersonate", "", "", "v1", "users", "", name, ""));
        }
        for (String group : groups) {
            may(self, new RequestAttributes("impersonate", "", "", "v1", "groups", "", group, ""));
        }
        if (!uid.isEmpty()) {
            may(self, new RequestAttributes("impersonate", "", AUTHENTICATION, "v1", "uids", "", uid, ""));
        }
        extra.forEach((key, values) -> values.forEach(value -> may(
                self, new RequestAttributes("impersonate", "", AUTHENTICATION, "v1", "userextras", key, value, ""))));
    }

    private void may(User self, RequestAttributes attributes) {
        authorizer.mustBeAllowed(self, attributes);
    }

    private static ApiException unauthorized() {
        return new ApiStatus(401, "Unauthorized", "Unauthorized", null).exception();
    }
}
