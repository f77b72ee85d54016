package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.certificate.Pem;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnCertificatesTest {
    private static final ObjectKey CONFIGURATION = new ObjectKey("", "intake.sluice.dev");
    private static final int CHANGES = 100;

    private final VirtualClock clock =
            new VirtualClock(Instant.parse("2026-06-01T00:00:00Z").getEpochSecond() * 1_000_000_000L);
    private final Kube kube = new InProcessServer(clock, new Seeds(1), CHANGES).kube();
    private final TimerQueue timers = new TimerQueue();
    private final ServingKeys keys = new ServingKeys();
    private boolean isDown;
    private boolean isOurs = true;
    private final OwnCertificates certificates = new OwnCertificates(
            new Unreliable(), keys, List.of("sluice.sluice.svc"), List.of(), () -> isOurs, clock, timers);

    /// Fails patches while the server is down.
    private final class Unreliable extends ForwardingKube {
        Unreliable() {
            super(kube);
        }

        @Override
        public JsonObject patch(
                ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
            if (isDown) {
                throw new UncheckedIOException(new IOException("connection refused"));
            }
            return super.patch(type, key, subresource, patch, options);
        }
    }

    private void configure() {
        kube.create(
                KubeTypes.MUTATING_WEBHOOKS,
                "",
                Manifests.read("intake-webhook.yaml").getFirst(),
                WriteOptions.PLAIN);
    }

    /// Gives the server a namespace, so that it can keep its CA.
    private void configureWithNamespace() {
        JsonObject metadata = JsonObject.EMPTY.with("name", AuthoritySecret.KEY.namespace());
        kube.create(KubeTypes.NAMESPACES, "", JsonObject.of("metadata", metadata), WriteOptions.PLAIN);
        configure();
    }

    /// Returns what a server shows that is started now.
    ///
    /// @param mayWrite whether it schedules at once
    private X509Certificate shownByAnother(boolean mayWrite) {
        ServingKeys otherKeys = new ServingKeys();
        OwnCertificates other = new OwnCertificates(
                kube, otherKeys, List.of("sluice.sluice.svc"), List.of(), () -> mayWrite, clock, new TimerQueue());
        assertThat(other.work(clock.nowNanos())).isEqualTo(1);
        return Objects.requireNonNull(otherKeys.certificate());
    }

    private void pass(Duration time) {
        long until = clock.nowNanos() + time.toNanos();
        work();
        while (timers.nextDeadlineNanos() <= until) {
            clock.advanceTo(timers.nextDeadlineNanos());
            timers.expire(clock.nowNanos(), Integer.MAX_VALUE);
            work();
        }
        clock.advanceTo(until);
        work();
    }

    private void work() {
        int done = certificates.work(clock.nowNanos());
        assertThat(done).isBetween(0, 1);
    }

    /// The CAs that API servers trust, the same for both webhooks.
    private List<X509Certificate> trusted() {
        Set<String> bundles = kube.get(KubeTypes.MUTATING_WEBHOOKS, CONFIGURATION).array("webhooks").toList().stream()
                .map(hook -> ((JsonObject) hook).text("clientConfig", "caBundle"))
                .collect(Collectors.toSet());
        assertThat(bundles).hasSize(1);
        String pem = new String(Base64.getDecoder().decode(bundles.iterator().next()), StandardCharsets.US_ASCII);
        try {
            return Pem.certificates(pem);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private X509Certificate shown() {
        return Objects.requireNonNull(keys.certificate());
    }

    private static boolean isSignedBy(X509Certificate certificate, X509Certificate authority) {
        try {
            certificate.verify(authority.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    @Test
    void theConfigurationGetsTheCa() {
        configure();

        pass(Duration.ofSeconds(1));

        assertThat(trusted()).singleElement().matches(authority -> isSignedBy(shown(), authority));
        assertThat(certificates.isTrusted()).isTrue();
        assertThat(kube.get(KubeTypes.MUTATING_WEBHOOKS, CONFIGURATION)
                        .array("webhooks")
                        .object(0)
                        .object("clientConfig", "service")
                        .get("path"))
                .as("the rest stays")
                .isEqualTo(Json.of("/intake"));
    }

    @Test
    void aCertificateIsSignedByATrustedCaAtEveryMomentOfARenewal() throws GeneralSecurityException {
        configure();
        pass(Duration.ofSeconds(1));
        X509Certificate before = shown();
        int most = 0;
        pass(OwnCertificates.RENEWAL.minusMinutes(10));

        for (int minute = 0; minute < 60; minute++) {
            pass(Duration.ofMinutes(1));
            List<X509Certificate> trusted = trusted();
            most = Math.max(most, trusted.size());
            assertThat(trusted).anyMatch(authority -> isSignedBy(shown(), authority));
            shown().checkValidity(Date.from(clock.now()));
        }

        assertThat(most).as("both while it is renewed").isEqualTo(2);
        assertThat(shown()).isNotEqualTo(before);
        assertThat(trusted()).singleElement().matches(authority -> !isSignedBy(before, authority));
    }

    @Test
    void aRestartedServerIsTrustedByTheBundleOfItsPredecessor() {
        configureWithNamespace();
        pass(Duration.ofSeconds(1));
        List<X509Certificate> trusted = trusted();

        assertThat(shownByAnother(false))
                .as("while it waits")
                .matches(shown -> isSignedBy(shown, trusted.getFirst()))
                .isNotEqualTo(shown());
        assertThat(shownByAnother(true)).matches(shown -> isSignedBy(shown, trusted.getFirst()));
        assertThat(trusted()).isEqualTo(trusted);
    }

    @Test
    void aServerThatIsRestartedInARenewalIsTrusted() {
        configureWithNamespace();
        pass(OwnCertificates.RENEWAL.minusMinutes(10));
        X509Certificate before = trusted().getFirst();

        for (int minute = 0; minute < 60; minute++) {
            pass(Duration.ofMinutes(1));
            List<X509Certificate> trusted = trusted();
            assertThat(shownByAnother(false))
                    .matches(shown -> trusted.stream().anyMatch(authority -> isSignedBy(shown, authority)));
        }

        assertThat(trusted()).doesNotContain(before);
    }

    @Test
    void aRestartedServerRenewsTheCaInTime() {
        configureWithNamespace();
        pass(Duration.ofSeconds(1));
        X509Certificate before = trusted().getFirst();
        clock.advanceTo(clock.nowNanos() + OwnCertificates.RENEWAL.toNanos());
        OwnCertificates other = new OwnCertificates(
                kube, new ServingKeys(), List.of("sluice.sluice.svc"), List.of(), () -> true, clock, new TimerQueue());

        assertThat(other.work(clock.nowNanos())).isEqualTo(1);
        assertThat(trusted()).containsExactly(before);
        for (int minute = 0; minute < 20; minute++) {
            clock.advanceTo(clock.nowNanos() + OwnCertificates.CHECK.toNanos());
            assertThat(other.work(clock.nowNanos())).isEqualTo(1);
        }

        assertThat(trusted()).singleElement().isNotEqualTo(before);
    }

    @Test
    void aCaThatIsOverIsReplaced() throws GeneralSecurityException {
        configureWithNamespace();
        pass(Duration.ofSeconds(1));
        X509Certificate before = trusted().getFirst();
        clock.advanceTo(
                clock.nowNanos() + OwnCertificates.RENEWAL.multipliedBy(3).toNanos());

        X509Certificate shown = shownByAnother(true);

        shown.checkValidity(Date.from(clock.now()));
        assertThat(trusted()).doesNotContain(before).singleElement().matches(authority -> isSignedBy(shown, authority));
        assertThat(shownByAnother(false))
                .as("the next one")
                .matches(next -> isSignedBy(next, trusted().getFirst()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'tls.crt':'bm8gY2VydGlmaWNhdGU='", "'tls.crt':''", "'tls.key':'bm8ga2V5'"})
    void aSecretThatHasNoCaIsReplaced(String field) {
        configureWithNamespace();
        pass(Duration.ofSeconds(1));
        JsonObject broken = (JsonObject) JsonText.read(("{'data':{" + field + "}}").replace('\'', '"'));
        WriteOptions options = new WriteOptions(false, "test", WriteOptions.Validation.IGNORE);
        kube.patch(KubeTypes.SECRETS, AuthoritySecret.KEY, "", Patch.merge(broken), options);

        X509Certificate shown = shownByAnother(true);

        assertThat(trusted()).singleElement().matches(authority -> isSignedBy(shown, authority));
        assertThat(shownByAnother(false))
                .as("the next one")
                .matches(next -> isSignedBy(next, trusted().getFirst()));
    }

    @Test
    void aConfigurationThatIsCreatedAnewGetsTheCa() {
        configure();
        pass(Duration.ofSeconds(1));
        X509Certificate authority = trusted().getFirst();
        kube.delete(KubeTypes.MUTATING_WEBHOOKS, CONFIGURATION, DeleteOptions.PLAIN);
        pass(OwnCertificates.CHECK);
        assertThat(certificates.isTrusted()).isFalse();

        configure();
        pass(OwnCertificates.CHECK);

        assertThat(trusted()).containsExactly(authority);
        assertThat(certificates.isTrusted()).isTrue();
    }

    @Test
    void aProcessThatWaitsDoesNotReplaceTheCaOfTheOneThatSchedules() {
        configure();
        pass(Duration.ofSeconds(1));
        List<X509Certificate> theirs = trusted();
        TimerQueue otherTimers = new TimerQueue();
        ServingKeys otherKeys = new ServingKeys();
        AtomicBoolean mayWrite = new AtomicBoolean();
        OwnCertificates other = new OwnCertificates(
                kube, otherKeys, List.of("sluice.sluice.svc"), List.of(), mayWrite::get, clock, otherTimers);

        assertThat(other.work(clock.nowNanos())).isEqualTo(1);
        assertThat(trusted()).isEqualTo(theirs);
        assertThat(other.isTrusted()).isFalse();

        isOurs = false;
        mayWrite.set(true);
        clock.advanceTo(clock.nowNanos() + OwnCertificates.TURN.toNanos());
        assertThat(other.work(clock.nowNanos())).isEqualTo(1);
        pass(OwnCertificates.CHECK);

        assertThat(trusted())
                .singleElement()
                .matches(authority -> isSignedBy(Objects.requireNonNull(otherKeys.certificate()), authority));
        assertThat(certificates.isTrusted()).isFalse();
    }

    @Test
    void aProcessThatHasWaitedForLongShowsAValidCertificate() throws GeneralSecurityException {
        configure();
        isOurs = false;
        for (int month = 0; month < 4; month++) {
            work();
            clock.advanceTo(clock.nowNanos() + OwnCertificates.RENEWAL.toNanos());
            timers.expire(clock.nowNanos(), Integer.MAX_VALUE);
        }

        isOurs = true;
        pass(OwnCertificates.TURN);

        shown().checkValidity(Date.from(clock.now()));
        assertThat(trusted()).singleElement().matches(authority -> isSignedBy(shown(), authority));
    }

    @Test
    void anOutageDelaysTheRenewal() {
        configure();
        pass(Duration.ofSeconds(1));
        X509Certificate before = shown();
        isDown = true;

        pass(OwnCertificates.RENEWAL.plusDays(1));
        assertThat(shown()).as("the new CA is not announced yet").isEqualTo(before);

        isDown = false;
        pass(OwnCertificates.SPREAD.multipliedBy(3));
        assertThat(shown()).isNotEqualTo(before);
        assertThat(trusted()).singleElement().matches(authority -> isSignedBy(shown(), authority));
    }
}
