package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.port.ApiStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import java.util.function.Supplier;

/// A request that may need an answer from a webhook.
///
/// Webhooks are called without holding the lock. A request that lacks an answer is abandoned, the lock is released,
/// the webhook is called, and the request starts again with the answer. It generates the same names and UIDs. If the
/// object has changed meanwhile, the webhook is called again.
public final class RestartableRequest {
    /// More than all webhooks of any cluster, and some more for objects that change all the time.
    private static final int QUESTIONS_MAX = 256;

    private static final ScopedValue<RestartableRequest> CURRENT = ScopedValue.newInstance();

    /// What the server does by itself.
    private static final RestartableRequest INSIDE = new RestartableRequest(true);

    private final boolean isInside;
    private final List<Object> drawn = new ArrayList<>();
    private final Map<Object, Object> answers = new HashMap<>();
    private int next;

    private RestartableRequest(boolean isInside) {
        this.isInside = isInside;
    }

    /// A question without an answer; no error, but the quickest way out.
    private static final class Unanswered extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Object question;
        private final transient Supplier<Object> ask;

        Unanswered(Object question, Supplier<Object> ask) {
            super("a question is open", null, false, false);
            this.question = question;
            this.ask = ask;
        }
    }

    /// Makes a request, as often as there are questions.
    ///
    /// @param turn held while the request runs, and not while a webhook is called
    public static <T> T run(Lock turn, Supplier<T> request) {
        RestartableRequest attempt = new RestartableRequest(false);
        for (int questions = 0; questions < QUESTIONS_MAX; questions++) {
            Unanswered open;
            turn.lock();
            try {
                attempt.next = 0;
                return ScopedValue.where(CURRENT, attempt).call(request::get);
            } catch (Unanswered unanswered) {
                open = unanswered;
            } finally {
                turn.unlock();
            }
            attempt.answers.put(open.question, open.ask.get());
        }
        throw ApiStatus.internal("the object changes faster than others can be asked about it");
    }

    /// Runs the server's own follow-up of a write, which calls no webhooks.
    public static void inside(Runnable work) {
        ScopedValue.where(CURRENT, INSIDE).run(work);
    }

    public static boolean isInside() {
        return CURRENT.isBound() && CURRENT.get().isInside;
    }

    /// Returns the answer to a question. Without HTTP the caller waits for it.
    ///
    /// @param question equal to another only if the answer would be the same
    public static <Q, A> A answer(Q question, Function<Q, A> ask) {
        RestartableRequest current = CURRENT.isBound() ? CURRENT.get() : null;
        if (current == null || current.isInside) {
            return ask.apply(question);
        }
        Object known = current.answers.get(question);
        if (known == null) {
            throw new Unanswered(question, () -> Objects.requireNonNull(ask.apply(question)));
        }
        @SuppressWarnings("unchecked") // answers are kept by their questions
        A answer = (A) known;
        return answer;
    }

    /// What comes by chance or by the clock is the same every time.
    static <T> T same(Supplier<T> draw) {
        RestartableRequest current = CURRENT.isBound() ? CURRENT.get() : null;
        return current == null || current.isInside ? draw.get() : current.drawn(draw);
    }

    private <T> T drawn(Supplier<T> draw) {
        if (next == drawn.size()) {
            drawn.add(Objects.requireNonNull(draw.get()));
        }
        @SuppressWarnings("unchecked") // a request draws the same things in the same order
        T value = (T) drawn.get(next++);
        return value;
    }
}
