package dev.sluice.server.http;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.time.Clock;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Finds the user of a bearer token, by a `TokenReview` of the API server.
public final class TokenCheck {
    private static final Logger LOGGER = System.getLogger(TokenCheck.class.getName());

    /// A revoked token is refused after this time.
    private static final long KEPT_NANOS = 60 * Clock.NANOS_PER_SECOND;

    /// More people than look at a queue within a minute.
    private static final int KEPT_MAX = 1_000;

    private final Kube kube;
    private final Clock clock;
    private final Map<String, Known> known = new LinkedHashMap<>();

    private record Known(String user, long untilNanos) {}

    public TokenCheck(Kube kube, Clock clock) {
        this.kube = kube;
        this.clock = clock;
    }

    /// Returns the user of a token; empty if the API server does not know it, or cannot be asked.
    Optional<String> user(String token) {
        long now = clock.nowNanos();
        synchronized (known) {
            Known earlier = known.get(token);
            if (earlier != null && earlier.untilNanos() > now) {
                return Optional.of(earlier.user());
            }
        }
        Optional<String> user = review(token);
        user.ifPresent(name -> keep(token, new Known(name, now + KEPT_NANOS)));
        return user;
    }

    private Optional<String> review(String token) {
        JsonObject review = JsonObject.EMPTY
                .with("apiVersion", "authentication.k8s.io/v1")
                .with("kind", "TokenReview")
                .with("metadata", JsonObject.EMPTY)
                .with("spec", JsonObject.EMPTY.with("token", token));
        try {
            JsonObject status = kube.create(KubeTypes.TOKEN_REVIEWS, "", review, WriteOptions.PLAIN)
                    .object("status");
            return status.isTrue("authenticated") ? Optional.of(status.text("user", "username")) : Optional.empty();
        } catch (ApiException | UncheckedIOException e) {
            LOGGER.log(Level.WARNING, "a token could not be checked: {0}", e.getMessage());
            return Optional.empty();
        }
    }

    private void keep(String token, Known user) {
        synchronized (known) {
            if (known.size() >= KEPT_MAX) {
                known.clear();
            }
            known.put(token, user);
        }
    }
}
