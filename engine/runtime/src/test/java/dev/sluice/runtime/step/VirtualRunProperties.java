package dev.sluice.runtime.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.id.F58;
import dev.sluice.runtime.id.TimeOrderedIds;
import dev.sluice.runtime.id.Uuids;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// A run is a pure function of its seed: actors that send each other messages at random times write the same history
/// twice, and another one for another seed.
class VirtualRunProperties {
    private static final int ACTORS = 5;
    private static final long END_NANOS = 2_000;

    @Property(tries = 50)
    void theSameSeedWritesTheSameHistory(@ForAll long seed) {
        assertThat(history(seed)).isEqualTo(history(seed)).hasSizeGreaterThan(ACTORS);
    }

    @Property(tries = 50)
    void anotherSeedWritesAnotherHistory(@ForAll long seed) {
        assertThat(history(seed)).isNotEqualTo(history(seed + 1));
    }

    private static List<String> history(long seed) {
        VirtualClock clock = new VirtualClock(0);
        TimerQueue timers = new TimerQueue();
        Seeds seeds = new Seeds(seed);
        TimeOrderedIds ids = new TimeOrderedIds(clock, 0, TimeOrderedIds.NONE_ISSUED);
        List<String> history = new ArrayList<>();
        List<Actor> actors = new ArrayList<>();
        for (int i = 0; i < ACTORS; i++) {
            actors.add(new Actor("actor-" + i, seeds, timers, ids, actors, history));
        }
        actors.forEach(actor -> actor.sleep(0));

        new VirtualCrank(clock, timers, actors, new FailRunOnFault()).runUntil(END_NANOS);
        return history;
    }

    private static final class Actor implements Step {
        private final String name;
        private final RandomGenerator random;
        private final TimerQueue timers;
        private final TimeOrderedIds ids;
        private final List<Actor> society;
        private final List<String> history;
        private final Queue<String> letters = new ArrayDeque<>();

        Actor(
                String name,
                Seeds seeds,
                TimerQueue timers,
                TimeOrderedIds ids,
                List<Actor> society,
                List<String> history) {
            this.name = name;
            this.random = seeds.forActor(name);
            this.timers = timers;
            this.ids = ids;
            this.society = society;
            this.history = history;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int work(long nowNanos) {
            String letter = letters.poll();
            if (letter == null) {
                return 0;
            }
            history.add(nowNanos + " " + name + " reads " + letter);
            return 1;
        }

        void sleep(long nowNanos) {
            timers.schedule(nowNanos + random.nextInt(1, 100), this::write, 0);
        }

        private void write(long subject, long nowNanos) {
            Actor friend = society.get(random.nextInt(society.size()));
            friend.letters.add(F58.encode(ids.next()) + " " + Uuids.next(random) + " from " + name);
            sleep(nowNanos);
        }
    }
}
