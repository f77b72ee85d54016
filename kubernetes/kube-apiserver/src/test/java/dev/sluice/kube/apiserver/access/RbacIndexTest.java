package dev.sluice.kube.apiserver.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.port.ObjectKey;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RbacIndexTest {
    private static final ObjectKey KEY = ObjectKey.of("readers");
    private static final User BOB = User.of("bob", List.of());
    private static final User EVE = User.of("eve", List.of());

    private final RbacIndex policy = new RbacIndex();

    /// What Bob has, whenever the subjects of a binding are looked at.
    private final List<List<RbacIndex.Binding>> seen = new ArrayList<>();

    @Test
    void whoHasABindingBeforeAndAfterItChangesHasItAllAlong() {
        policy.bind(KEY, binding("u:bob", "u:eve"));
        seen.clear();

        RbacIndex.Binding changed = binding("u:ann", "u:bob");
        policy.bind(KEY, changed);

        assertThat(seen)
                .isNotEmpty()
                .allSatisfy(bindings -> assertThat(bindings)
                        .singleElement()
                        .extracting(RbacIndex.Binding::role)
                        .isEqualTo("view"));
        assertThat(policy.bindingsOf(BOB, "")).containsExactly(changed);
        assertThat(policy.bindingsOf(EVE, "")).isEmpty();
    }

    private RbacIndex.Binding binding(String... subjects) {
        List<String> watched = new AbstractList<>() {
            @Override
            public String get(int index) {
                seen.add(policy.bindingsOf(BOB, ""));
                return subjects[index];
            }

            @Override
            public int size() {
                return subjects.length;
            }
        };
        return new RbacIndex.Binding("", KEY.name(), true, "view", watched);
    }
}
