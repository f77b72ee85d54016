package dev.sluice.traces.platform;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.traces.TraceException;
import dev.sluice.traces.TraceException.Place;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Decodes the bytes of an XML file. The JDK's parser would print invalid bytes to standard error, besides throwing.
final class XmlDecoder {
    /// An XML declaration is shorter.
    private static final int DECLARATION_BYTES_MAX = 256;

    private static final Pattern ENCODING =
            Pattern.compile("^<\\?xml[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

    private XmlDecoder() {}

    /// Returns the text in the encoding that a byte order mark or the declaration names, else UTF-8. Reading it throws
    /// a
    /// [java.nio.charset.CharacterCodingException] at an invalid byte.
    ///
    /// @param source the name used in messages
    static Reader open(InputStream bytes, String source) throws IOException {
        BufferedInputStream in = new BufferedInputStream(bytes);
        in.mark(DECLARATION_BYTES_MAX);
        byte[] begin = in.readNBytes(DECLARATION_BYTES_MAX);
        in.reset();
        if (startsWith(begin, 0xEF, 0xBB, 0xBF)) {
            in.skipNBytes(3);
        }
        return new InputStreamReader(
                in,
                charset(begin, source)
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    private static Charset charset(byte[] begin, String source) {
        if (startsWith(begin, 0xFE, 0xFF) || startsWith(begin, 0xFF, 0xFE)) {
            return UTF_16;
        }
        Matcher declared = ENCODING.matcher(new String(begin, US_ASCII));
        try {
            return declared.find() ? Charset.forName(declared.group(1)) : UTF_8;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new TraceException(
                    Place.startOf(source), "the encoding (" + TraceException.shown(declared.group(1)) + ") is unknown");
        }
    }

    private static boolean startsWith(byte[] bytes, int... values) {
        if (bytes.length < values.length) {
            return false;
        }
        for (int i = 0; i < values.length; i++) {
            if ((bytes[i] & 0xFF) != values[i]) {
                return false;
            }
        }
        return true;
    }
}
