// Changes of single settings of a webhook, made at the press of a button.

/** Changes the webhook as it is now, which somebody else may have changed since the page read it, and in no case what they change meanwhile. */
export async function changed(app, id, changes) {
  const path = `/v1/webhooks/${id}`;
  const { json, tag } = await app.api.read(path);
  return app.api.patch(path, changes(json), tag);
}

export function capture(app, id) {
  return app.act(
    () => changed(app, id, () => ({ capture_responses: true })),
    () => 'Responses to failed attempts are captured: the first 1,024 bytes of each, encrypted, for seven days.',
  );
}

export function stopCapturing(app, id) {
  return app.change(
    { title: 'Stop capturing responses?', text: 'Those that were captured are no longer shown.', action: 'Stop', danger: true },
    () => changed(app, id, () => ({ capture_responses: false })),
    () => 'Responses are no longer captured.',
  );
}
