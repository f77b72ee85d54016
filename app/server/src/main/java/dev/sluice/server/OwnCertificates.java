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
/// The CA's key stays in memory. After a restart there is a new CA; until it is written, calls of the webhook fail and
/// objects are created as they are.
///
/// Each process has a CA of its own, and the configuration has room for one process: the one that schedules. The others
/// wait with theirs.
public final class OwnCertificates implements Step {
    /// A CA is in use for so long; certificates are valid three times as long, so that an outage does not matter.
    static final Duration RENEWAL = Duration.ofDays(30);

    private static final Duration VALIDITY = RENEWAL.multipliedBy(3);

    /// API servers learn of a changed configuration within seconds.
    static final Duration SPREAD = Duration.ofMinutes(5);

    /// So often the configuration is compared, as it may have been deleted and created anew.
    static final Duration CHECK = Duration.ofMinutes(1);

    private static final Duration RETRY = Duration.ofSeconds(10);

    /// So soon a process that takes over notices that it may write.
    static final Duration TURN = Duration.ofSeconds(1);

    /// The clocks of API servers may be so far behind.
    private static final Duration CLOCK_SKEW = Duration.ofHours(1);

    private static final Logger LOGGER = System.getLogger(OwnCertificates.class.getName());
    private static final long NOT_YET = Long.MAX_VALUE;

    private final WebhookTrust trust;
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
        this.keys = keys;
        this.names = List.copyOf(names);
        this.addresses = List.copyOf(addresses);
        this.timers = timers;
        this.currentSinceNanos = clock.nowNanos();
        this.current = authority(currentSinceNanos);
        this.dueNanos = currentSinceNanos;
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
        if (!mayWrite.getAsBoolean()) {
            isTrusted = false;
            return TURN;
        }
        return write(nowNanos) ? CHECK : RETRY;
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
                current = authority(nowNanos);
                currentSinceNanos = nowNanos;
                bundlePem = current.certificatePem();
                show(current);
            }
        } else if (shownNanos != NOT_YET) {
            if (nowNanos - shownNanos >= SPREAD.toNanos()) {
                current = coming;
                currentSinceNanos = nowNanos;
                next = null;
                announcedNanos = NOT_YET;
                shownNanos = NOT_YET;
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
