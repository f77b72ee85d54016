package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import java.util.HashMap;
import java.util.Map;

/// Files that are only there for a test; a file's stamp is its text.
record FilesInMemory(Map<String, String> texts) implements TextFiles {
    static FilesInMemory of(String... namesAndTexts) {
        Map<String, String> texts = new HashMap<>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            texts.put(namesAndTexts[i], namesAndTexts[i + 1]);
        }
        return new FilesInMemory(texts);
    }

    @Override
    public String read(String file) {
        String text = texts.get(file);
        if (text == null) {
            throw new BadInput(file + ": there is no such file");
        }
        return text;
    }

    @Override
    public Object stamp(String file) {
        return read(file);
    }
}
