package dev.sluice.graph.find;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.find.Criteria.And;
import dev.sluice.graph.find.Criteria.Or;
import dev.sluice.graph.find.Criteria.Predicate;
import java.util.List;
import org.junit.jupiter.api.Test;

class CriteriaParserTest {
    private static final Criteria UP = new Predicate(Criteria.Key.STATUS, "up");
    private static final Criteria FREE = new Predicate(Criteria.Key.SCHED_NOW, "free");
    private static final Criteria JOB = new Predicate(Criteria.Key.JOBID_ALLOC, "7");

    @Test
    void aPredicateIsAKeyAndAValue() {
        assertThat(CriteriaParser.parse("status=up")).contains(UP);
        assertThat(CriteriaParser.parse("  sched-now=free ")).contains(FREE);
        assertThat(CriteriaParser.parse("names=tux[1-3],login"))
                .contains(new Predicate(Criteria.Key.NAMES, "tux[1-3],login"));
        assertThat(CriteriaParser.parse("property=a=b")).contains(new Predicate(Criteria.Key.PROPERTY, "a=b"));
    }

    @Test
    void keysAreReadInAnyCase() {
        assertThat(CriteriaParser.parse("STATUS=up")).contains(UP);
    }

    @Test
    void andBindsCloserThanOr() {
        assertThat(CriteriaParser.parse("status=up or sched-now=free and jobid-alloc=7"))
                .contains(new Or(List.of(UP, new And(List.of(FREE, JOB)))));
        assertThat(CriteriaParser.parse("status=up and sched-now=free or jobid-alloc=7"))
                .contains(new Or(List.of(new And(List.of(UP, FREE)), JOB)));
    }

    @Test
    void parenthesesBindClosest() {
        assertThat(CriteriaParser.parse("(status=up or sched-now=free)and jobid-alloc=7"))
                .contains(new And(List.of(new Or(List.of(UP, FREE)), JOB)));
        assertThat(CriteriaParser.parse("((status=up))")).contains(UP);
    }

    @Test
    void operatorsHaveSymbolsAndAndMayBeOmitted() {
        And both = new And(List.of(UP, FREE));

        assertThat(CriteriaParser.parse("status=up AND sched-now=free")).contains(both);
        assertThat(CriteriaParser.parse("status=up & sched-now=free")).contains(both);
        assertThat(CriteriaParser.parse("status=up sched-now=free")).contains(both);
        assertThat(CriteriaParser.parse("status=up | sched-now=free")).contains(new Or(List.of(UP, FREE)));
    }

    @Test
    void valuesThatAKeyDoesNotHaveAreRefused() {
        assertRefused("status=sideways");
        assertRefused("sched-now=reserved");
        assertRefused("sched-future=allocated");
        assertRefused("agfilter=maybe");
        assertRefused("agfilter=yes");
        assertRefused("jobid-alloc=seven");
        assertRefused("jobid-span=-1");
        assertRefused("jobid-tag=9999999999999999999");
        assertRefused("property=");
        assertRefused("names=tux[3-");
    }

    @Test
    void malformedQueriesAreRefused() {
        assertRefused("");
        assertRefused("   ");
        assertRefused("status");
        assertRefused("colour=red");
        assertRefused("status=up and");
        assertRefused("or status=up");
        assertRefused("(status=up");
        assertRefused("status=up)");
        assertRefused("()");
        assertRefused("status=up or or sched-now=free");
    }

    @Test
    void endlessParenthesesAreRefused() {
        assertThat(CriteriaParser.parse("(".repeat(100) + "status=up" + ")".repeat(100)))
                .contains(UP);
        assertRefused("(".repeat(101) + "status=up" + ")".repeat(101));
        assertRefused("(".repeat(1_000_000));
    }

    private static void assertRefused(String text) {
        assertThat(CriteriaParser.parse(text))
                .as(text.length() > 100 ? "a long text" : text)
                .isEmpty();
    }
}
