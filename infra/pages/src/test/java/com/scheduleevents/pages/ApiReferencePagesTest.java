package com.scheduleevents.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what the pages of the API reference say of a contract. */
class ApiReferencePagesTest {

    private static final String CONTRACT = """
            info: {description: "Bodies are `JSON`."}
            tags:
              - {name: Rooms, description: Where people wait.}
              - {name: Room events, description: What rooms say.}
            paths:
              /v1/rooms/{room_id}:
                parameters: [{name: room_id, in: path, required: true, description: Which., example: rom_1, schema: {type: string}}]
                patch:
                  operationId: changeRoom
                  tags: [Rooms]
                  summary: Change a room
                  description: "Changes it. `null` removes."
                  parameters:
                    - {$ref: '#/components/parameters/Floor'}
                    - {name: limit, in: query, description: How many., schema: {type: integer, minimum: 1, maximum: 9, default: 5}}
                  requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}
                  responses:
                    '200': {description: Changed., content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}
                    '404': {$ref: '#/components/responses/NotFound'}
            webhooks:
              room.opened:
                post:
                  operationId: sendRoomOpened
                  tags: [Room events]
                  summary: room.opened
                  requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}
                  responses: {'2XX': {description: Accepted.}}
            components:
              parameters:
                Floor: {name: floor, in: query, description: Where., explode: true, example: [1st & 2nd], schema: {type: array, items: {type: string, enum: [1st & 2nd, 3rd]}}}
              responses:
                NotFound:
                  description: There is none.
                  content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}, examples: {one: {$ref: '#/components/examples/Gone'}}}}
              examples:
                Gone: {value: {error: {code: not_found}}}
              schemas:
                Problem: {type: object, properties: {error: {type: object, properties: {code: {type: string, description: Why.}}}}}
                Door: {type: object, properties: {width: {type: number}}}
                Label: {type: string, maxLength: 20, description: A name.}
                Room:
                  description: A room <of> people.
                  type: object
                  required: [name]
                  properties:
                    name: {$ref: '#/components/schemas/Label', description: "It's the name."}
                    doors: {type: array, items: {$ref: '#/components/schemas/Door'}}
                    size: {type: [object, 'null'], properties: {seats: {type: integer}}}
                    state: {type: string, x-extensible-enum: [open, shut]}
                  examples: [{name: "Harry's"}]
            """;

    private final List<ServedPage> pages = pages();

    private static List<ServedPage> pages() {
        try {
            return new ApiReference(new YAMLMapper().readTree(CONTRACT)).pages();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void eachTagHasAPageAndTheOverviewLeadsToEachOperation() {
        assertThat(pages)
                .extracting(ServedPage::name)
                .containsExactly("reference", "reference-rooms", "reference-room-events", "reference-objects");
        assertThat(page("reference"))
                .contains(
                        "Bodies are <code>JSON</code>.",
                        "<a href=\"{@docs}reference-rooms#changeRoom\">Change a room</a>",
                        "<code>PATCH /v1/rooms/{room_id}</code>",
                        "<a href=\"{@docs}reference-room-events#sendRoomOpened\">room.opened</a>");
    }

    @Test
    void operationSaysWhatItTakesAndReturns() {
        assertThat(page("reference-rooms"))
                .contains(
                        "<h2 id=\"changeRoom\">Change a room</h2>",
                        "<p>Changes it. <code>null</code> removes.</p>",
                        "<th scope=\"row\"><code>room_id</code> <small>required</small></th><td><span>path</span></td>",
                        "<td><span>list of string</span></td>",
                        "How many. <small>At least <code>1</code>. At most <code>9</code>. Default <code>5</code>.</small>",
                        "<p><a href=\"{@docs}reference-objects#Room\">Room</a>. </p>",
                        "<th scope=\"row\">404</th><td><span><a href=\"{@docs}reference-objects#Problem\">Problem</a></span></td>"
                                + "<td><span>There is none. <small><a href=\"{@docs}errors#not_found\">");
    }

    @Test
    void sampleIsARequestThatAShellUnderstands() {
        assertThat(page("reference-rooms")).contains("""
                        curl -s -X PATCH &quot;$API/v1/rooms/rom_1?floor=1st+%26+2nd&quot; \\
                          -H &quot;Authorization: Bearer $KEY&quot; \\
                          -H &quot;Content-Type: application/json&quot; \\
                          -d '{
                          &quot;name&quot; : &quot;Harry'\\''s&quot;
                        }'""");
        assertThat(page("reference-room-events"))
                .contains("<code>POST to your URL</code>", "&quot;name&quot; : &quot;Harry's&quot;")
                .doesNotContain("curl");
    }

    @Test
    void objectSaysWhatEachFieldIsAndThoseInIt() {
        assertThat(page("reference-objects"))
                .contains(
                        "<h2 id=\"Room\">Room</h2>\n<p>A room &lt;of&gt; people.</p>",
                        "<code>name</code> <small>required</small></th><td><span>string</span></td>"
                                + "<td><span>It's the name. <small>At most <code>20</code> characters.</small></span>",
                        "list of <a href=\"{@docs}reference-objects#Door\">Door</a>",
                        "<code>size</code></th><td><span>object or null</span>",
                        "<code>size.seats</code></th><td><span>integer</span>",
                        "Today one of <code>open</code>, <code>shut</code>; others may be added.")
                .doesNotContain("id=\"Label\"");
    }

    private String page(String name) {
        return pages.stream()
                .filter(page -> page.name().equals(name))
                .findFirst()
                .orElseThrow()
                .html();
    }
}
