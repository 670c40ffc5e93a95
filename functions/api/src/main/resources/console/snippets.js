// How a receiver verifies a delivery, in five languages: the same lines as in docs/receiving-webhooks.md.

import { html, nothing } from './lit-html.js';
import { code } from './words.js';

const SNIPPETS = [
  [
    'Java',
    `// com.standardwebhooks:standardwebhooks; throws WebhookVerificationException
new Webhook(secret).verify(body, HttpHeaders.of(headers, (name, value) -> true));`,
  ],
  [
    'Python',
    `# pip install standardwebhooks; raises WebhookVerificationError
Webhook(secret).verify(body, dict(headers.items()))`,
  ],
  [
    'Node.js',
    `// npm install standardwebhooks; throws
new Webhook(secret).verify(body, headers);`,
  ],
  [
    'Go',
    `// go get github.com/standard-webhooks/standard-webhooks/libraries/go; returns an error
webhook, err := standardwebhooks.NewWebhook(secret)
err = webhook.Verify(body, request.Header)`,
  ],
  [
    'Ruby',
    `# gem install standardwebhooks; raises StandardWebhooks::WebhookVerificationError
StandardWebhooks::Webhook.new(secret).verify(body, request.headers)`,
  ],
];

/** @param destination the type of what gets the deliveries in the customer's AWS account, if that is no URL */
export function snippets(destination) {
  if (destination === 'eventbridge') {
    return html`<p>
      An event on an event bus carries no signature. Who may put events on the bus is what its policy and the role say. In rules, match the source
      ${code('schedule-events', 'the source')}
    </p>`;
  }
  return html`<p>
      The receiver verifies each delivery with the secret of the webhook and the raw bytes of the body, before it parses them. These libraries also
      refuse what is older than five minutes.
    </p>
    ${destination === 'sqs'
      ? html`<p>
          The lines are written for requests. In a message of a queue, the attributes are the headers: ask SQS for all of them
          (MessageAttributeNames: All), and pass their values on under their names, with the body of the message as it is. A message that has waited in
          the queue for longer than those five minutes is refused too.
        </p>`
      : nothing}
    ${SNIPPETS.map(([language, text]) => html`<details><summary>${language}</summary>${code(text, `the lines for ${language}`)}</details>`)}`;
}
