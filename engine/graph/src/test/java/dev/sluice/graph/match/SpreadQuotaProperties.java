package dev.sluice.graph.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.runtime.random.Seeds;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class SpreadQuotaProperties {
    @Property(tries = 2000)
    void podsCanBeSpreadIfKubernetesCanPlaceThemOneByOne(@ForAll long seed) {
        Case it = new Case(new Seeds(seed).forActor("case"), true);

        Optional<SpreadQuota> quota = it.quota();

        assertThat(quota.isPresent()).as("%s", it).isEqualTo(it.canPlace(it.pods.clone(), it.room.clone(), it.units));
        quota.ifPresent(it::check);
    }

    @Property(tries = 2000)
    void unitsOfSeveralPodsCanBeSpreadIfAnyResultObeysTheRule(@ForAll long seed) {
        Case it = new Case(new Seeds(seed).forActor("case"), false);

        Optional<SpreadQuota> quota = it.quota();

        assertThat(quota.isPresent()).as("%s", it).isEqualTo(it.hasResult(new long[it.pods.length], 0, it.units));
        quota.ifPresent(it::check);
    }

    @Example
    void hugeNumbersTakeFewSteps() {
        long[] pods = {Integer.MAX_VALUE, 0, 5};
        long[] room = {1 << 20, 1 << 20, 1 << 20};

        SpreadQuota quota =
                SpreadQuota.of(pods, room, 1 << 20, 1, Integer.MAX_VALUE).orElseThrow();

        assertThat(Arrays.stream(quota.least()).sum()).isLessThanOrEqualTo(1 << 20);
        assertThat(SpreadQuota.of(pods, new long[] {1 << 20, 10, 10}, 1 << 20, 1, 5))
                .isEmpty();
    }

    private static final class Case {
        final long[] pods;
        final long[] room;
        final long units;
        final long weight;
        final long maxSkew;

        Case(RandomGenerator random, boolean singly) {
            pods = random.longs(1 + random.nextInt(4), 0, 5).toArray();
            room = random.longs(pods.length, 0, 5).toArray();
            units = 1 + random.nextLong(6);
            weight = singly ? 1 : 1 + random.nextLong(3);
            maxSkew = 1 + random.nextLong(4);
        }

        Optional<SpreadQuota> quota() {
            return SpreadQuota.of(pods, room, units, weight, maxSkew);
        }

        /// Kubernetes' filter, applied to one pod after another in every possible order.
        boolean canPlace(long[] there, long[] left, long rest) {
            if (rest == 0) {
                return true;
            }
            long fewest = Arrays.stream(there).min().orElseThrow();
            for (int domain = 0; domain < there.length; domain++) {
                if (left[domain] > 0 && there[domain] + 1 - fewest <= maxSkew) {
                    there[domain]++;
                    left[domain]--;
                    boolean can = canPlace(there, left, rest - 1);
                    there[domain]--;
                    left[domain]++;
                    if (can) {
                        return true;
                    }
                }
            }
            return false;
        }

        /// Tries all numbers of units.
        boolean hasResult(long[] given, int domain, long rest) {
            if (domain == given.length) {
                return rest == 0 && obeys(given);
            }
            for (long n = 0; n <= Math.min(rest, room[domain]); n++) {
                given[domain] = n;
                if (hasResult(given, domain + 1, rest - n)) {
                    return true;
                }
            }
            given[domain] = 0;
            return false;
        }

        private boolean obeys(long[] given) {
            long fewest = Long.MAX_VALUE;
            for (int domain = 0; domain < given.length; domain++) {
                fewest = Math.min(fewest, pods[domain] + weight * given[domain]);
            }
            for (int domain = 0; domain < given.length; domain++) {
                if (given[domain] > 0 && pods[domain] + weight * given[domain] - fewest > maxSkew) {
                    return false;
                }
            }
            return true;
        }

        /// All numbers between the bounds obey the rule: the extremes do, and whatever has the right sum.
        void check(SpreadQuota quota) {
            long[] given = quota.least().clone();
            long spare = units - Arrays.stream(given).sum();
            for (int domain = 0; domain < given.length; domain++) {
                long more = Math.min(spare, quota.most()[domain] - given[domain]);
                given[domain] += more;
                spare -= more;
                assertThat(given[domain]).as("%s", this).isLessThanOrEqualTo(room[domain]);
            }
            assertThat(spare).as("%s", this).isZero();
            assertThat(obeys(given)).as("%s", this).isTrue();
        }

        @Override
        public String toString() {
            return "pods %s, room %s, %d units of %d pods, skew %d"
                    .formatted(Arrays.toString(pods), Arrays.toString(room), units, weight, maxSkew);
        }
    }
}
