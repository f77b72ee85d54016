package dev.sluice.server;

import dev.sluice.kube.certificate.Authority;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The webhook's certificates, signed by a CA of its own that is renewed while the server runs.
///
/// ```
///   trusted   old ──┬── old and new ──────────────────┬── new
///   shown     old ──┴──────── old ──┬── new ──────────┴── new
///                    API servers    ┊  those that are
///                    learn of it    ┊  late catch up
/// ```
///
/// The CA is kept in a Secret, which a process reads at its start, while it waits, and when it begins to schedule. So
/// API servers trust a restarted server at once, and one that waits. Only the process that schedules writes, the Secret
/// before the configuration, so what a restarted server reads is trusted at every moment of a renewal.
///
/// Without the Secret each process has a CA of its own. Until it schedules and has written it, calls of its webhook
/// fail, and objects are created as they are.
public final class OwnCertificates implements Step {
    /// A CA is in use for so long; certificates are valid three times as long, so that an outage does not matter.
    static final Duration RENEWAL = Duration.ofDays(30);

    private static final Duration VALIDITY = RENEWAL.multipliedBy(3);

    /// API servers learn of a changed configuration within seconds.
    static final Duration SPREAD = Duration.ofMinutes(5);

    /// So often the configuration is compared, as it may have been deleted and created anew.
    static final Duration CHECK = Duration.ofMinutes(1);

    /// A CA that ends sooner is not taken over; there would be no time to renew it.
    private static final Duration LEFT_MIN = Duration.ofDays(1);

    private static final Duration RETRY = Duration.ofSeconds(10);

    /// So soon a process that takes over notices that it may write.
    static final Duration TURN = Duration.ofSeconds(1);

    /// The clocks of API servers may be so far behind.
    private static final Duration CLOCK_SKEW = Duration.ofHours(1);

    private static final Logger LOGGER = System.getLogger(OwnCertificates.class.getName());
    private static final long NOT_YET = Long.MAX_VALUE;

    private final WebhookTrust trust;
    private final AuthoritySecret secret;
    private final ServingKeys keys;
    private final List<String> names;
    private final List<InetAddress> addresses;
    private final BooleanSupplier mayWrite;
    private final Timers timers;
    private Authority current;
    private long currentSinceNanos;

    /// The CA that will replace the current one.
    private @Nullable Authority next;

    private long announcedNanos = NOT_YET;
    private long shownNanos = NOT_YET;
    private long dueNanos;

    /// The CA that the Secret has, as far as is known.
    private @Nullable Authority kept;

    /// When a process that does not write reads the Secret again.
    private long readNanos;

    /// Whether this process has written since it may.
    private boolean isWriter;

    /// Whether API servers may know the current CA.
    private boolean wasWritten;

    private volatile boolean isTrusted;
    private volatile String bundlePem;

    /// Makes the first CA and certificate.
    ///
    /// @param names the DNS names of the server, such as `sluice.sluice.svc`
    /// @param mayWrite whether this process is the one whose webhook is called
    public OwnCertificates(
            Kube kube,
            ServingKeys keys,
            List<String> names,
            List<InetAddress> addresses,
            BooleanSupplier mayWrite,
            Clock clock,
            Timers timers) {
        this.mayWrite = mayWrite;
        this.trust = new WebhookTrust(kube);
        this.secret = new AuthoritySecret(kube);
        this.keys = keys;
        this.names = List.copyOf(names);
        this.addresses = List.copyOf(addresses);
        this.timers = timers;
        this.currentSinceNanos = clock.nowNanos();
        this.current = authority(currentSinceNanos);
        this.dueNanos = currentSinceNanos;
        this.readNanos = currentSinceNanos;
        this.bundlePem = current.certificatePem();
        show(current);
    }

    private static Authority authority(long nowNanos) {
        Instant now = Instant.ofEpochSecond(0, nowNanos);
        return Authority.generate(now.minus(CLOCK_SKEW), now.plus(VALIDITY));
    }

    private void show(Authority authority) {
        keys.use(authority.server(names, addresses), authority.certificate());
    }

    /// True once API servers trust the server, so that they can call it.
    public boolean isTrusted() {
        return isTrusted;
    }

    @Override
    public String name() {
        return "webhook certificates";
    }

    @Override
    public int work(long nowNanos) {
        if (nowNanos < dueNanos) {
            return 0;
        }
        renew(nowNanos);
        dueNanos = nowNanos + again(nowNanos).toNanos();
        timers.schedule(dueNanos, (_, _) -> {}, 0);
        return 1;
    }

    /// Writes the CAs if that is for this process to do.
    ///
    /// @return when to look again
    private Duration again(long nowNanos) {
        boolean isOurs = mayWrite.getAsBoolean();
        if (isOurs ? !isWriter : nowNanos >= readNanos) {
            readNanos = nowNanos + CHECK.toNanos();
            secret.read().filter(it -> isValid(it, nowNanos)).ifPresent(it -> takeOver(it, nowNanos));
        }
        if (!isOurs) {
            isTrusted = false;
            isWriter = false;
            return TURN;
        }
        boolean isDone = write(nowNanos);
        isWriter |= isDone;
        return isDone ? CHECK : RETRY;
    }

    private static boolean isValid(Authority authority, long nowNanos) {
        Instant now = Instant.ofEpochSecond(0, nowNanos);
        X509Certificate certificate = authority.certificate();
        return !now.isBefore(certificate.getNotBefore().toInstant())
                && now.plus(LEFT_MIN).isBefore(certificate.getNotAfter().toInstant());
    }

    /// Goes on with the CA of an earlier process, or of the one that schedules.
    private void takeOver(Authority authority, long nowNanos) {
        if (authority.certificate().equals(current.certificate())) {
            kept = current;
            return;
        }
        kept = authority;
        Instant since = authority.certificate().getNotBefore().toInstant().plus(CLOCK_SKEW);
        replace(authority, Math.min(nowNanos, since.getEpochSecond() * Clock.NANOS_PER_SECOND));
        wasWritten = true;
        bundlePem = current.certificatePem();
        show(current);
    }

    private void replace(Authority authority, long sinceNanos) {
        current = authority;
        currentSinceNanos = sinceNanos;
        next = null;
        announcedNanos = NOT_YET;
        shownNanos = NOT_YET;
    }

    private void renew(long nowNanos) {
        Authority coming = next;
        if (coming == null) {
            if (nowNanos - currentSinceNanos < RENEWAL.toNanos()) {
                return;
            }
            if (wasWritten) {
                next = authority(nowNanos);
            } else {
                // A process that has waited all the time: nothing trusts its CA yet.
                replace(authority(nowNanos), nowNanos);
                bundlePem = current.certificatePem();
                show(current);
            }
        } else if (shownNanos != NOT_YET) {
            if (nowNanos - shownNanos >= SPREAD.toNanos()) {
                replace(coming, nowNanos);
            }
        } else if (announcedNanos != NOT_YET && nowNanos - announcedNanos >= SPREAD.toNanos()) {
            show(coming);
            shownNanos = nowNanos;
        }
    }

    /// Returns the CAs that sign what the server shows now and soon. Any thread may ask.
    public String bundlePem() {
        return bundlePem;
    }

    private boolean write(long nowNanos) {
        bundlePem = current.certificatePem() + (next == null ? "" : next.certificatePem());
        if (!current.equals(kept) && secret.write(current)) {
            kept = current;
        }
        try {
            wasWritten = true;
            isTrusted = trust.write(bundlePem);
        } catch (ApiException | UncheckedIOException e) {
            LOGGER.log(
                    Level.WARNING,
                    "caBundle of MutatingWebhookConfiguration {0} could not be written, and is tried again: {1}",
                    WebhookTrust.CONFIGURATION,
                    e.getMessage());
            return false;
        }
        if (next != null && announcedNanos == NOT_YET) {
            announcedNanos = nowNanos;
        }
        return true;
    }
}
