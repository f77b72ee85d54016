package dev.sluice.traces.swf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class SwfHeaderTest {
    private static final SwfHeader HEADER =
            SwfTexts.read("""
            ; Version: 2.2
            ;Computer: A machine: the best
            ; Information: see
            ;              http://example.org/log
            ; UnixStartTime: 749458803
            ; MaxNodes: 430 (338 of them for batch jobs)
            ; MaxProcs: -1
            ;  MaxQueues:2
            ; Queue:  0  interactive
            ; Queue:\t1\tbatch or so
            ; Partition: 3 all
            ; Note: two lines
            ;       long: with a colon
            ;
            ;       not a part of it
            ; Note: another one
            ; Scheduler: not in the definition
            ; it ends: here
            """ + SwfTexts.JOB + "; MaxJobs: 99\n").header();

    @Test
    void everyLabelIsKeptInOrder() {
        assertThat(HEADER.entries())
                .extracting(SwfHeader.Entry::label)
                .containsExactly(
                        "Version",
                        "Computer",
                        "Information",
                        "UnixStartTime",
                        "MaxNodes",
                        "MaxProcs",
                        "MaxQueues",
                        "Queue",
                        "Queue",
                        "Partition",
                        "Note",
                        "Note",
                        "Scheduler");
    }

    @Test
    void labelsAreFoundWhateverTheirCase() {
        assertThat(HEADER.find("computer")).hasValue("A machine: the best");
        assertThat(HEADER.find("Scheduler")).hasValue("not in the definition");
        assertThat(HEADER.find("EndTime")).isEmpty();
    }

    @Test
    void indentedLinesContinueAValue() {
        assertThat(HEADER.find("Information")).hasValue("see\nhttp://example.org/log");
        assertThat(HEADER.all("Note")).containsExactly("two lines\nlong: with a colon", "another one");
    }

    @Test
    void numbersMayBeFollowedByWords() {
        assertThat(HEADER.maxNodes()).hasValue(430);
        assertThat(HEADER.unixStartTime()).hasValue(749458803);
        assertThat(HEADER.number("MaxQueues")).hasValue(2);
        assertThat(HEADER.number("Computer")).isEmpty();
    }

    @Test
    void aNegativeNumberMeansUnknown() {
        assertThat(HEADER.maxProcs()).isEmpty();
        assertThat(HEADER.machineSize()).hasValue(430);
    }

    @Test
    void queuesAndPartitionsHaveNames() {
        assertThat(HEADER.queues()).containsExactly(entry(0, "interactive"), entry(1, "batch or so"));
        assertThat(HEADER.partitions()).containsExactly(entry(3, "all"));
    }

    @Test
    void commentsBehindTheFirstJobAreNoHeader() {
        assertThat(HEADER.number("MaxJobs")).isEmpty();
    }
}
