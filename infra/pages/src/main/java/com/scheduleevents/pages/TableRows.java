package com.scheduleevents.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.node.Code;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;

/**
 * Writes tables as the console has them: the first cell of a row is its heading, and each other cell repeats the heading of its column,
 * which is shown where a row is a card. A row of the table of error codes has its code as its anchor.
 */
final class TableRows implements NodeRenderer {

    private static final String ANCHORED = "code";

    private final HtmlNodeRendererContext context;
    private final Set<String> used;

    /** @param used the anchors that the page has already; new ones are added */
    TableRows(HtmlNodeRendererContext context, Set<String> used) {
        this.context = context;
        this.used = used;
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
        return Set.of(TableBlock.class);
    }

    @Override
    public void render(Node table) {
        List<Node> columns = new ArrayList<>();
        context.getWriter().raw("<table>");
        for (Node part : children(table)) {
            boolean head = part instanceof TableHead;
            for (Node row : children(part)) {
                if (head) {
                    columns = children(row);
                    head(columns);
                } else {
                    body(columns, children(row));
                }
            }
        }
        context.getWriter().raw("</tbody></table>\n");
    }

    private void head(List<Node> columns) {
        // A table whose head is empty is a list of terms.
        if (columns.stream().anyMatch(column -> column.getFirstChild() != null)) {
            context.getWriter().raw("<thead><tr>");
            columns.forEach(column -> cell("<th scope=\"col\">", column, "</th>"));
            context.getWriter().raw("</tr></thead>");
        }
        context.getWriter().raw("<tbody>");
    }

    private void body(List<Node> columns, List<Node> cells) {
        String anchor = "";
        for (int i = 0; i < cells.size(); i++) {
            if (MarkdownText.text(columns.get(i)).equals(ANCHORED)
                    && cells.get(i).getFirstChild() instanceof Code code
                    && used.add(code.getLiteral())) {
                anchor = " id=\"" + HtmlText.escaped(code.getLiteral()) + "\"";
            }
        }
        context.getWriter().raw("<tr" + anchor + ">");
        cell("<th scope=\"row\">", cells.getFirst(), "</th>");
        for (int i = 1; i < cells.size(); i++) {
            String label = MarkdownText.text(columns.get(i));
            String labelled = label.isEmpty() ? "" : "<span class=\"label\">" + HtmlText.escaped(label) + "</span>";
            cell("<td>" + labelled + "<span>", cells.get(i), "</span></td>");
        }
        context.getWriter().raw("</tr>");
    }

    private void cell(String before, Node cell, String after) {
        context.getWriter().raw(before);
        children(cell).forEach(context::render);
        context.getWriter().raw(after);
    }

    private static List<Node> children(Node parent) {
        List<Node> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNext()) {
            children.add(child);
        }
        return children;
    }
}
