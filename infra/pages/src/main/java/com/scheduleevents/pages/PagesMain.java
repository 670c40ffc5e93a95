package com.scheduleevents.pages;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the pages for customers. Run by the build, so that the function that serves them needs no library for it. */
public final class PagesMain {

    /** The names of all pages, which the function reads first; written last. */
    private static final String LIST = "pages.txt";

    private PagesMain() {}

    /** @param arguments the root of the project, and the folder that the pages are written to */
    public static void main(String[] arguments) throws IOException {
        write(Path.of(arguments[0]), Files.createDirectories(Path.of(arguments[1])));
    }

    private static void write(Path root, Path folder) throws IOException {
        MarkdownText markdown = new MarkdownText(new PageLinks(SourcePage.ALL));
        List<ServedPage> pages = new ArrayList<>();
        for (SourcePage source : SourcePage.ALL) {
            String text = Files.readString(root.resolve(source.file()));
            pages.add(source.isMarkdown() ? markdown.page(source, text) : program(source, text));
        }
        pages.addAll(new ApiReference(new YAMLMapper().readTree(Files.readString(root.resolve("docs/openapi.yaml"))))
                .pages());
        PageFrame frame = new PageFrame(pages);
        for (ServedPage page : pages) {
            Files.writeString(folder.resolve(page.name() + ".html"), frame.around(page));
        }
        Files.writeString(folder.resolve("index.html"), frame.index());
        Files.writeString(folder.resolve("missing.html"), frame.missing());
        Files.writeString(
                folder.resolve(LIST), pages.stream().map(ServedPage::name).collect(Collectors.joining("\n", "", "\n")));
    }

    private static ServedPage program(SourcePage source, String text) {
        return new ServedPage(source.name(), source.group(), source.fileName(), List.of(), HtmlText.block(text));
    }
}
