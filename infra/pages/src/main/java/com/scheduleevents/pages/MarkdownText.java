package com.scheduleevents.pages;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Makes HTML of Markdown, with the anchors that GitHub gives headings. */
final class MarkdownText {

    private static final List<TablesExtension> EXTENSIONS = List.of((TablesExtension) TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    private final PageLinks links;

    MarkdownText(PageLinks links) {
        this.links = links;
    }

    /**
     * The page that a file becomes.
     *
     * @throws IllegalArgumentException when the file has no title, or HTML of its own
     */
    ServedPage page(SourcePage source, String markdown) {
        Node document = PARSER.parse(markdown);
        if (!(document.getFirstChild() instanceof Heading heading) || heading.getLevel() != 1) {
            throw new IllegalArgumentException(source.file() + " does not begin with its title");
        }
        String title = text(heading);
        heading.unlink();
        document.accept(new ServedLinks(source.file()));
        Anchors anchors = new Anchors();
        document.accept(anchors);
        return new ServedPage(source.name(), source.group(), title, anchors.sections, html(document, anchors));
    }

    /** Markdown of the contract, which has no headings and no links. */
    static String html(String markdown) {
        return html(PARSER.parse(markdown), new Anchors());
    }

    /** The same for a line, without the paragraph around it. */
    static String line(String markdown) {
        String html = html(markdown).strip();
        boolean one = html.startsWith("<p>") && html.indexOf("<p>", 1) < 0 && html.endsWith("</p>");
        return one ? html.substring("<p>".length(), html.length() - "</p>".length()) : html;
    }

    private static String html(Node document, Anchors anchors) {
        return HtmlRenderer.builder()
                .escapeHtml(true)
                .nodeRendererFactory(context -> new TableRows(context, anchors.used))
                .attributeProviderFactory(_ -> (node, tag, attributes) -> {
                    String id = anchors.ids.get(node);
                    if (id != null) {
                        attributes.put("id", id);
                    } else if (node instanceof FencedCodeBlock || node instanceof IndentedCodeBlock) {
                        describe(tag, attributes);
                    }
                })
                .build()
                .render(document);
    }

    /** A block of code scrolls, so the keyboard has to reach it. */
    private static void describe(String tag, Map<String, String> attributes) {
        attributes.clear();
        if (tag.equals("pre")) {
            attributes.put("tabindex", "0");
        }
    }

    /** The plain text of a node. */
    static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak part) {
                text.append(' ');
            }
        });
        return text.toString();
    }

    /** The anchor that GitHub gives a heading with this text. */
    static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    /** Gives headings their anchors; those of the second level are the contents of the page. */
    private static final class Anchors extends AbstractVisitor {

        private final IdentityHashMap<Node, String> ids = new IdentityHashMap<>();
        private final Set<String> used = new HashSet<>();
        private final List<Section> sections = new ArrayList<>();

        @Override
        public void visit(Heading heading) {
            String title = text(heading);
            String first = anchor(title);
            String id = first;
            for (int again = 1; !used.add(id); again++) {
                id = first + "-" + again;
            }
            ids.put(heading, id);
            if (heading.getLevel() == 2) {
                sections.add(new Section(id, title));
            }
        }
    }

    /** Leads links to what is served. A link to anything else becomes plain text, and pictures and comments are left out. */
    private final class ServedLinks extends AbstractVisitor {

        private final String file;

        private ServedLinks(String file) {
            this.file = file;
        }

        @Override
        public void visit(Link link) {
            Optional<String> target = links.resolve(file, link.getDestination());
            if (target.isPresent()) {
                link.setDestination(target.orElseThrow());
                visitChildren(link);
            } else if (!leftOutOfParentheses(link)) {
                while (link.getFirstChild() != null) {
                    link.insertBefore(link.getFirstChild());
                }
                link.unlink();
            }
        }

        @Override
        public void visit(Image image) {
            Node around = image.getParent();
            image.unlink();
            if (around instanceof Paragraph && text(around).isBlank()) {
                around.unlink();
            }
        }

        @Override
        public void visit(HtmlBlock html) {
            requireComment(html.getLiteral());
            html.unlink();
        }

        @Override
        public void visit(HtmlInline html) {
            requireComment(html.getLiteral());
            html.unlink();
        }

        private void requireComment(String html) {
            if (!html.startsWith("<!--")) {
                throw new IllegalArgumentException(file + " has HTML, which is not served: " + html);
            }
        }

        /** A link alone in parentheses says nothing without where it leads, so these go with it. */
        private static boolean leftOutOfParentheses(Link link) {
            if (link.getPrevious() instanceof Text before
                    && link.getNext() instanceof Text after
                    && before.getLiteral().endsWith("(")
                    && after.getLiteral().startsWith(")")) {
                before.setLiteral(before.getLiteral().replaceAll(" ?\\($", ""));
                after.setLiteral(after.getLiteral().substring(1));
                if (before.getLiteral().isEmpty() && before.getPrevious() instanceof SoftLineBreak line) {
                    line.unlink();
                }
                link.unlink();
                return true;
            }
            return false;
        }
    }
}
