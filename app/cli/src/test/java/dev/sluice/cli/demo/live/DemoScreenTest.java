package dev.sluice.cli.demo.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DemoScreenTest {
    private static final int WIDTH = 80;
    private static final int HEIGHT = 24;
    private static final List<String> NODES = numbered("node-", 6);
    private static final List<String> NEWS = numbered("news ", 40);

    private static List<String> numbered(String text, int count) {
        return IntStream.range(0, count).mapToObj(i -> text + i).toList();
    }

    private static List<String> lines(List<String> queue, List<String> news) {
        return new DemoScreen(WIDTH, HEIGHT).lines("title", NODES, queue, news);
    }

    @Test
    void theNewestNewsGetTheRowsThatAreLeft() {
        List<String> lines = lines(numbered("job ", 8), NEWS);

        assertThat(lines).hasSize(HEIGHT).startsWith("title", "", "node-0").contains("job 7");
        assertThat(lines.subList(18, HEIGHT))
                .containsExactly("news 34", "news 35", "news 36", "news 37", "news 38", "news 39");
    }

    @Test
    void fewNewsAreAllShown() {
        assertThat(lines(List.of(), NEWS.subList(0, 2))).endsWith("node-5", "", "", "news 0", "news 1");
    }

    @Test
    void aLongQueueLeavesRoomForNews() {
        List<String> lines = lines(numbered("job ", 30), NEWS);

        assertThat(lines)
                .hasSize(HEIGHT)
                .contains("job 8", "… and 21 more")
                .doesNotContain("job 9")
                .endsWith("", "news 36", "news 37", "news 38", "news 39");
    }

    @Test
    void longLinesAreCut() {
        List<String> lines = lines(List.of("j".repeat(WIDTH)), List.of("n".repeat(WIDTH + 1)));

        assertThat(lines).contains("j".repeat(WIDTH)).endsWith("n".repeat(WIDTH - 1) + "…");
    }

    @Test
    void aScreenWithoutRoomShowsWhatComesFirst() {
        assertThat(new DemoScreen(5, 3).lines("title and more", NODES, NODES, NEWS))
                .containsExactly("titl…", "", "node…");
    }
}
