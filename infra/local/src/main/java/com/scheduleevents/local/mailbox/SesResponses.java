package com.scheduleevents.local.mailbox;

import com.scheduleevents.emulator.http.ServerResponse;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The XML responses of SES's query API. */
final class SesResponses {

    private static final String NAMESPACE = "http://ses.amazonaws.com/doc/2010-12-01/";
    private static final String XML = "text/xml";

    private SesResponses() {}

    /** @param action SendEmail or SendRawEmail */
    static ServerResponse accepted(String action, String messageId, String requestId) {
        return ServerResponse.of(200, XML, document(action + "Response", xml -> {
            element(xml, action + "Result", Map.of("MessageId", messageId));
            element(xml, "ResponseMetadata", Map.of("RequestId", requestId));
        }));
    }

    static ServerResponse refused(int status, SesError refusal, String requestId) {
        List<Map.Entry<String, String>> error = List.of(
                Map.entry("Type", status < 500 ? "Sender" : "Receiver"),
                Map.entry("Code", refusal.code()),
                Map.entry("Message", String.valueOf(refusal.getMessage())));
        return ServerResponse.of(status, XML, document("ErrorResponse", xml -> {
            xml.writeStartElement("Error");
            for (Map.Entry<String, String> field : error) {
                leaf(xml, field.getKey(), field.getValue());
            }
            xml.writeEndElement();
            leaf(xml, "RequestId", requestId);
        }));
    }

    private interface Content {
        void write(XMLStreamWriter xml) throws XMLStreamException;
    }

    private static String document(String root, Content content) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartElement(root);
            xml.writeDefaultNamespace(NAMESPACE);
            content.write(xml);
            xml.writeEndElement();
            xml.close();
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException("A string takes any XML.", impossible);
        }
        return text.toString();
    }

    private static void element(XMLStreamWriter xml, String name, Map<String, String> leaves)
            throws XMLStreamException {
        xml.writeStartElement(name);
        for (Map.Entry<String, String> leaf : leaves.entrySet()) {
            leaf(xml, leaf.getKey(), leaf.getValue());
        }
        xml.writeEndElement();
    }

    private static void leaf(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeStartElement(name);
        xml.writeCharacters(value);
        xml.writeEndElement();
    }
}
