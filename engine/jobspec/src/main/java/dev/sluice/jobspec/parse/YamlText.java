package dev.sluice.jobspec.parse;

import dev.sluice.jobspec.parse.JobspecException.Position;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Parses a YAML document, hence also JSON, into a tree.
///
/// Uses the parser's events. The library's own composer recurses, and checks aliases only after following them;
/// here the limits apply while the text is read.
final class YamlText {
    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setCodePointLimit(Limits.MAX_JOBSPEC_CHARS)
            // A word that does not fit is copied for every buffer that it fills; with the default, for seconds.
            .setBufferSize(16_384)
            .setParseComments(false)
            .build();

    private final String text;
    private final String source;
    private final TreeBuilder tree;
    private final Map<Anchor, Node> anchored = new HashMap<>();

    /// The anchors of open collections by depth. They can be referred to only after the collection has ended.
    private final Map<Integer, Anchor> pending = new HashMap<>();

    private int aliases;
    private int documents;

    private YamlText(String text, String source) {
        this.text = text;
        this.source = source;
        this.tree = new TreeBuilder(source);
    }

    static Node parse(String text, String source) {
        if (text.length() > Limits.MAX_JOBSPEC_CHARS) {
            throw new JobspecException(
                    source,
                    Position.START,
                    "",
                    "longer (" + text.length() + " characters) than is read (" + Limits.MAX_JOBSPEC_CHARS + ")");
        }
        return new YamlText(text, source).parse();
    }

    private Node parse() {
        try {
            Iterator<Event> events = new Parse(SETTINGS).parseString(text).iterator();
            while (events.hasNext()) {
                take(events.next());
            }
        } catch (MarkedYamlEngineException e) {
            throw malformed(e.getProblemMark().or(e::getContextMark), String.valueOf(e.getProblem()));
        } catch (ReaderException e) {
            throw new JobspecException(
                    source,
                    positionAt(e.getPosition()),
                    "",
                    "character that YAML does not allow (code " + e.getCodePoint() + ")");
        } catch (YamlEngineException | NoSuchElementException | IndexOutOfBoundsException e) {
            throw new JobspecException(source, Position.START, "", "not YAML: " + e.getMessage());
        }
        return tree.root();
    }

    private void take(Event event) {
        Position position = position(event.getStartMark());
        switch (event) {
            case DocumentStartEvent _ -> {
                documents++;
                if (documents > 1) {
                    throw tree.problem(position, "a second document begins");
                }
            }
            case ScalarEvent scalar -> {
                refuseTag(position, scalar.getTag());
                if (tree.expectsKey()) {
                    tree.key(position, scalar.getValue());
                    return;
                }
                Node.Scalar node = new Node.Scalar(position, scalar.getValue(), scalar.isPlain());
                scalar.getAnchor().ifPresent(anchor -> anchored.put(anchor, node));
                tree.scalar(node);
            }
            case CollectionStartEvent start -> {
                refuseTag(position, start.getTag());
                if (start instanceof MappingStartEvent) {
                    tree.beginMapping(position);
                } else {
                    tree.beginSequence(position);
                }
                start.getAnchor().ifPresent(anchor -> {
                    anchored.remove(anchor);
                    pending.put(tree.depth(), anchor);
                });
            }
            case CollectionEndEvent _ -> {
                Optional<Anchor> anchor = Optional.ofNullable(pending.remove(tree.depth()));
                Node closed = tree.end();
                anchor.ifPresent(name -> anchored.put(name, closed));
            }
            case AliasEvent alias -> follow(position, alias.getAlias());
            default -> {}
        }
    }

    private void follow(Position position, Anchor alias) {
        aliases++;
        if (aliases > Limits.MAX_ALIASES) {
            throw tree.problem(position, "more aliases than (" + Limits.MAX_ALIASES + ")");
        }
        Node target = anchored.get(alias);
        if (target == null) {
            throw tree.problem(
                    position, "alias (" + Value.shown(alias.getValue()) + ") of nothing that is complete before it");
        }
        tree.alias(position, target);
    }

    private void refuseTag(Position position, Optional<String> tag) {
        if (tag.isPresent()) {
            throw tree.problem(position, "tag (" + Value.shown(tag.get()) + ") where none is allowed");
        }
    }

    private JobspecException malformed(Optional<Mark> mark, String problem) {
        return new JobspecException(source, position(mark), "", "not YAML: " + problem);
    }

    private static Position position(Optional<Mark> mark) {
        return mark.map(at -> new Position(at.getLine() + 1, at.getColumn() + 1))
                .orElse(Position.START);
    }

    private Position positionAt(int index) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < Math.min(index, text.length()); i++) {
            boolean lineEnds = text.charAt(i) == '\n';
            line += lineEnds ? 1 : 0;
            column = lineEnds ? 1 : column + 1;
        }
        return new Position(line, column);
    }
}
