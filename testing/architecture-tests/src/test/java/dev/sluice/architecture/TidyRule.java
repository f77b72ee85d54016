package dev.sluice.architecture;

import dev.sluice.architecture.SourceTree.SourceFile;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Text that no source file may contain.
///
/// @param suspect selects the files to check
/// @param forbidden must not occur in them
record TidyRule(String name, Predicate<String> suspect, Pattern forbidden, String because) {

    /// Each pattern contains a character class, so that this file does not match its own rules.
    static final List<TidyRule> ALL = List.of(
            new TidyRule(
                    "no skipped tests",
                    path -> path.contains("/src/test/"),
                    Pattern.compile("@Disable[d]|@Ignor[e]\\b|assum(?:e)That\\(|assum(?:e)True\\("),
                    "a skipped test is fixed or deleted"),
            new TidyRule(
                    "no sleeping in tests",
                    path -> path.contains("/src/test/") && !path.startsWith("/testing/architecture-tests/"),
                    Pattern.compile("Thread\\.slee[p]|TimeUnit\\.\\w+\\.slee[p]"),
                    "tests advance the virtual clock or wait for what the system itself reports"),
            new TidyRule(
                    "no unfinished business",
                    path -> path.endsWith(".java") || path.endsWith(".go"),
                    Pattern.compile("\\bTOD[O]\\b|\\bFIXM[E]\\b|\\bXX[X]\\b"),
                    "what is to be done is an issue"),
            new TidyRule(
                    "no authors in sources",
                    path -> path.endsWith(".java"),
                    Pattern.compile("@autho[r]\\b"),
                    "git knows who wrote what"),
            new TidyRule(
                    "no machine's paths, no registry hosts",
                    path -> !path.equals("LICENSE"),
                    Pattern.compile("(?<![\\w.])/(?:roo[t]|hom[e]/\\w+|wor[k])/"
                            + "|https?://(?:repo\\d?|registry|proxy|deb|security)[.]|maven[.]org/maven2"),
                    "the project builds anywhere, from whatever registries the machine is set up with"));

    List<String> violations(List<SourceFile> files) {
        return files.stream()
                .filter(file -> suspect.test("/" + file.path()))
                .flatMap(file -> file.text()
                        .lines()
                        .filter(line -> forbidden.matcher(line).find())
                        .map(line -> file.path() + ": " + line.strip() + " (" + because + ")"))
                .toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
