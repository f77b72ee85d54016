package dev.sluice.kube.client;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// Adds the token to requests, and reads it again now and then: files and plugins renew it.
///
/// fabric8's interceptor alone reads the kubeconfig at each request once a minute has passed in which the token has
/// not changed, as one in a file or a certificate never does. In `bin/bench gang` that took an eighth of
/// the scheduler's time in Java code.
final class RenewedCredentials implements Interceptor {
    /// kubelets renew tokens long before they expire; a plugin's token that expires in between is renewed when the
    /// server refuses it.
    private static final int SECONDS_BETWEEN = 60;

    private static final Instant FAR = Instant.MAX.minus(Duration.ofDays(1));

    private final TokenRefreshInterceptor asTheyAre;
    private final Supplier<TokenRefreshInterceptor> renewing;
    private final Supplier<CompletableFuture<?>> aWhile;
    private final AtomicReference<CompletableFuture<?>> young;

    RenewedCredentials(Config config, HttpClient.Factory http) {
        this(
                config,
                http,
                () -> new CompletableFuture<Void>().completeOnTimeout(null, SECONDS_BETWEEN, TimeUnit.SECONDS));
    }

    /// @param aWhile ends when the credentials are to be read again
    RenewedCredentials(Config config, HttpClient.Factory http, Supplier<CompletableFuture<?>> aWhile) {
        this.asTheyAre = new TokenRefreshInterceptor(config, http, FAR);
        this.renewing = () -> new TokenRefreshInterceptor(config, http, Instant.EPOCH);
        this.aWhile = aWhile;
        this.young = new AtomicReference<>(aWhile.get());
    }

    @Override
    public void before(BasicBuilder request, HttpRequest plain, RequestTags tags) {
        CompletableFuture<?> known = young.get();
        boolean isDue = known.isDone() && young.compareAndSet(known, aWhile.get());
        (isDue ? renewing.get() : asTheyAre).before(request, plain, tags);
    }

    @Override
    public CompletableFuture<Boolean> afterFailure(BasicBuilder request, HttpResponse<?> refusal, RequestTags tags) {
        return renewing.get().afterFailure(request, refusal, tags);
    }
}
